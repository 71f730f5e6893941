"""A small inline XBRL document of our own, for tests of facts."""

PREFIXES = (
    'xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"'
    ' xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
)
YEAR = "<xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate>"
SEGMENT = (
    "<xbrli:segment>"
    '<xbrldi:typedMember dimension="x:PlanAxis"><x>A</x></xbrldi:typedMember>'
    '<xbrldi:explicitMember dimension="x:AreaAxis">x:North</xbrldi:explicitMember>'
    "</xbrli:segment>"
)


def context(name: str, period: str = YEAR, segment: str = "", entity: str = "0000000001") -> str:
    identifier = f'<xbrli:identifier scheme="cik">{entity}</xbrli:identifier>' if entity else ""
    return (
        f'<xbrli:context id="{name}"><xbrli:entity>{identifier}{segment}</xbrli:entity>'
        f"<xbrli:period>{period}</xbrli:period></xbrli:context>"
    )


CONTEXTS = (
    context("year"),
    context("day", "<xbrli:instant>2024-12-31</xbrli:instant>"),
    context("north", segment=SEGMENT),
    context("ever", "<xbrli:forever/>"),
)
UNITS = (
    '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="pershare"><xbrli:divide>'
    "<xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>"
    "<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator>"
    "</xbrli:divide></xbrli:unit>",
)


def fact(printed: str, attributes: str = "", **known: str) -> str:
    """One `ix:nonFraction`; `known` replaces name, context, unit or id."""
    given = {"name": "x:Sales", "contextRef": "year", "unitRef": "usd", "id": "f-1"} | known
    said = " ".join(f'{key}="{value}"' for key, value in given.items() if value)
    return f"<ix:nonFraction {said} {attributes}>{printed}</ix:nonFraction>"


def document(
    body: str, contexts: tuple[str, ...] = CONTEXTS, units: tuple[str, ...] = UNITS
) -> bytes:
    """An inline XBRL document with these contexts, units and this body."""
    resources = "".join((*contexts, *units))
    return (
        f"<html {PREFIXES} xmlns:x='urn:x'><body><div style='display:none'><ix:header>"
        f"<ix:hidden>{fact('7', id='f-hidden')}</ix:hidden>"
        f"<ix:resources>{resources}</ix:resources></ix:header></div>{body}</body></html>"
    ).encode()
