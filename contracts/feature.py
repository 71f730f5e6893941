"""Closed vocabularies that connect a question to principles and conventions.

A factorizer may only choose from these words; `principles/kinds.toml` says which features
activate which convention kinds, and each principle says which features activate it.
"""

from enum import StrEnum


class Feature(StrEnum):
    """What a task signature can be said to involve."""

    RATIO = "ratio"
    AVERAGE = "average"
    AVERAGE_OF_RATIOS = "average_of_ratios"
    GROWTH = "growth"
    DIFFERENCE = "difference"
    SUM = "sum"
    RANKING = "ranking"
    COUNT = "count"
    RETRIEVAL = "retrieval"
    SEGMENT = "segment"
    PER_SHARE = "per_share"
    PER_UNIT = "per_unit"
    MULTI_PERIOD = "multi_period"
    RECENT_PERIODS = "recent_periods"
    FISCAL_PERIOD = "fiscal_period"
    DERIVED_PERIOD = "derived_period"
    DAY_COUNT = "day_count"
    BALANCE_SHEET = "balance_sheet"
    EARNINGS_MEASURE = "earnings_measure"
    SHARE_COUNT = "share_count"
    CURRENCY = "currency"
    PRICE = "price"
    YIELD = "yield"
    CREDIT = "credit"
    VALUATION = "valuation"
    PROJECTION = "projection"
    FORECAST = "forecast"
    SCENARIO = "scenario"
    MACRO_SERIES = "macro_series"
    MULTI_ENTITY = "multi_entity"
    QUALITATIVE = "qualitative"
    ATTRIBUTION = "attribution"
    JUDGEMENT = "judgement"
    STATED_ROUNDING = "stated_rounding"


class ConventionKind(StrEnum):
    """A choice an analyst must make that changes the figure; every activated one is closed."""

    AVERAGE_OF_RATIOS = "average_of_ratios"
    DAY_BASIS = "day_basis"
    BALANCE_BASIS = "balance_basis"
    SHARE_BASIS = "share_basis"
    GAAP_BASIS = "gaap_basis"
    RECAST_BASIS = "recast_basis"
    FISCAL_BASIS = "fiscal_basis"
    GROSS_NET = "gross_net"
    REAL_NOMINAL = "real_nominal"
    SEASONAL_ADJUSTMENT = "seasonal_adjustment"
    CLEAN_DIRTY = "clean_dirty"
    QUOTE_SIDE = "quote_side"
    PRICE_ADJUSTMENT = "price_adjustment"
    RETURN_BASIS = "return_basis"
    FX_BASIS = "fx_basis"
    CHANGE_BASIS = "change_basis"
    ROUNDING = "rounding"
    WINDOW = "window"
    SCOPE = "scope"
    OTHER = "other"
    """An ambiguity of the text that no catalogued kind covers; activated by no feature."""
