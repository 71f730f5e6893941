"""Phrasings of answers, what is asked for, and the value they state or that it is undecided.

A figure is written as the contracts' own parser reads it; `?` is undecided. A figure without scale
or without unit stays without.
"""

from contracts.unit import Unit

PCT, PP, BP = Unit.PERCENT, Unit.PERCENTAGE_POINT, Unit.BASIS_POINT
USD, EUR, JPY, X = Unit.USD, Unit.EUR, Unit.JPY, Unit.MULTIPLE
COUNT, EPS = Unit.COUNT, Unit.USD_PER_SHARE

FIGURES: tuple[tuple[str, Unit, str], ...] = (
    # plain
    ("The mean is 11.8 %.", PCT, "11.8 %"),
    ("11.8%", PCT, "11.8 %"),
    ("The mean share was 11.8 percent", PCT, "11.8 %"),
    ("about 11.8 per cent of capex", PCT, "11.8 %"),
    ("~11.8 pct", PCT, "11.8 %"),
    ("The mean is 11.8.", PCT, "11.8"),
    ("**11.8 %**", PCT, "11.8 %"),
    (r"The final answer is \boxed{11.8\%}.", PCT, "11.8 %"),
    ("Quarterly shares were 10.9 % and 12.3 %. Final answer: 11.8 %", PCT, "11.8 %"),
    ("1. The mean is 11.8 %\n2. It rests on five quarters", PCT, "11.8 %"),
    # surroundings that only look like figures
    ("For Q3 2025 the mean is 11.8 %.", PCT, "11.8 %"),
    ("As of January 9, 2026 it is 11.8 % (10-K, note 5, page 61).", PCT, "11.8 %"),
    ("Bubba's 33 took 11.8 % of capex.", PCT, "11.8 %"),
    ("Over 12 weeks the share was 11.8 %.", PCT, "11.8 %"),
    ("See https://example.com/2025/99 for the 11.8 %.", PCT, "11.8 %"),
    # footnotes and brackets
    ("The mean is 11.8 %[1].", PCT, "11.8 %"),
    ("The mean is 11.8 %\u00b9 of capex", PCT, "11.8 %"),
    ("The mean is 11.8\u00b2 of capex", PCT, "?"),
    ("The mean is 11.8 %(2).", PCT, "11.8 %"),
    ("The mean is [11.8 %].", PCT, "11.8 %"),
    ("The mean is 11.8 %*", PCT, "11.8 %"),
    ("Bubba's took the smaller share (11.8 %).", PCT, "?"),
    # two candidates
    ("It is 11.4 % or 11.8 %.", PCT, "?"),
    ("11.8 % (simple mean); 11.4 % (aggregate)", PCT, "?"),
    ("The mean is 11.8 %, that is 1,180 basis points.", PCT, "11.8 %"),
    ("The mean is 11.8 %, not 11.4 %.", PCT, "11.8 %"),
    ("The mean is 11.8 %, up from 9.2 % a year before.", PCT, "11.8 %"),
    ("11.8 % rather than 11.4 %", PCT, "11.8 %"),
    ("11.8 % versus 10.1 % before", PCT, "11.8 %"),
    ("It is not 11.8 %.", PCT, "?"),
    # ranges and bounds
    ("from 11.4 to 11.8", PCT, "?"),
    ("It rose from 11.4 % to 11.8 %.", PCT, "?"),
    ("between 11.4 % and 11.8 %", PCT, "?"),
    ("11.4\u201311.8 %", PCT, "?"),
    ("11.4 - 11.8%", PCT, "?"),
    ("11.8 % \u00b1 0.2", PCT, "?"),
    ("more than 11.8 %", PCT, "?"),
    ("at least 11.8 %", PCT, "?"),
    ("up to 11.8 %", PCT, "?"),
    ("11.8 % or more", PCT, "?"),
    ("<11.8 %", PCT, "?"),
    # what cannot be read
    ("Der Mittelwert ist 11,8 %.", PCT, "?"),
    ("eleven point eight percent", PCT, "?"),
    ("11\u00be %", PCT, "?"),
    ("I could not find it.", PCT, "?"),
    ("", PCT, "?"),
    # percent, percentage points, basis points
    ("Margins widened by 1.2 percentage points.", PP, "1.2 pp"),
    ("a 1.2-percentage-point gain", PP, "1.2 pp"),
    ("up 120 bps", BP, "120 bps"),
    ("up 120 basis points to 11.8 %", PP, "?"),
    ("Margin rose 0.4 percentage points to 11.8 %.", PCT, "11.8 %"),
    ("The share is 11.8 percentage points.", PCT, "11.8 pp"),
    ("The share is 118 bps.", PCT, "118 bps"),
    ("+1.2 %-points", PP, "1.2 pp"),
    # negatives
    ("The margin was -3.2 %.", PCT, "-3.2 %"),
    ("The margin was \u22123.2%", PCT, "-3.2 %"),
    ("The margin was negative 3.2 %.", PCT, "-3.2 %"),
    ("The margin was (3.2)%.", PCT, "-3.2 %"),
    ("Margin: (3.2%)", PCT, "-3.2 %"),
    ("Sales slipped a little (3.2%).", PCT, "?"),
    ("Sales declined by 3.2 %.", PCT, "?"),
    ("a net loss of $1.2 billion", USD, "?"),
    ("Net income was $(1,234) million.", USD, "$(1,234) million"),
    ("Net income was (1,234) million US dollars", USD, "$(1,234) million"),
    ("Net income was -$1.2bn", USD, "$-1.2 billion"),
    # scales and currencies
    ("Capex was $354.3 million.", USD, "$354.3 million"),
    ("Capex was $354,341 thousand.", USD, "$354,341 thousand"),
    ("Capex was 354.3 million US dollars.", USD, "$354.3 million"),
    ("Capex was USD 1.2bn.", USD, "$1.2 billion"),
    ("Capex was 1.2bn USD.", USD, "$1.2 billion"),
    ("Capex was US$1.2 trillion.", USD, "$1.2 trillion"),
    ("Capex was $354,341.", USD, "$354,341"),
    ("Capex was $354,341,000.", USD, "$354,341.000 thousand"),
    ("Capex ($ in thousands): 354,341", USD, "$354,341 thousand"),
    ("Amounts in millions. Capex was $354.3", USD, "$354.3 million"),
    ("Capex was \u20ac3.4 billion.", EUR, "EUR 3.4 billion"),
    ("Capex was 3.4 billion euros.", EUR, "EUR 3.4 billion"),
    ("Capex was \u00a53.4 billion.", JPY, "?"),
    ("Capex was 3.4 \u00d7 10^9 dollars.", USD, "?"),
    ("Capex was C$5 million.", USD, "?"),
    ("Capex was 354 341 thousand dollars", USD, "?"),
    # others
    ("EPS came to $5.25 per diluted share.", EPS, "$5.25 per share"),
    ("The multiple is 7.5x.", X, "7.5x"),
    ("They run 1,234 restaurants.", COUNT, "1,234"),
    ("They run 784 restaurants in 49 states.", COUNT, "?"),
)

RANGES: tuple[tuple[str, str], ...] = (
    ("Guidance is $400 to $420 million.", "$400 million | $420 million"),
    ("between 400 and 420 million dollars", "$400 million | $420 million"),
    ("capex of \u20ac3.1\u20133.4 billion", "EUR 3.1 billion | EUR 3.4 billion"),
    ("from 11.4 % to 11.8 %", "11.4 % | 11.8 %"),
    ("11.4-11.8 percent", "11.4 % | 11.8 %"),
    ("It rose from 11.4 % to 11.8 %.", "?"),
    ("$410 million", "?"),
    ("$400 to $420 million, before $380 to $390 million", "?"),
)

DATES: tuple[tuple[str, str, str], ...] = (
    ("It closed on January 9, 2026.", "day", "2026-01-09"),
    ("on 9 January 2026", "day", "2026-01-09"),
    ("2026-01-09", "day", "2026-01-09"),
    ("the ninth of January 2026", "day", "2026-01-09"),
    ("1/9/2026", "day", "?"),
    ("13/9/2026", "day", "2026-09-13"),
    ("January 2026", "month", "2026-01"),
    ("announced January 9, 2026 and closed March 2, 2026", "day", "?"),
    ("In 2026.", "year", "2026"),
    ("in 2025 or 2026", "year", "?"),
    ("soon", "day", "?"),
)
