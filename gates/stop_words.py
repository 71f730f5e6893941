"""English words that carry no demand of their own."""

_LINES = (
    "a about above after again all also am an and any are as at be been before being below",
    "between both but by can could did do does doing down during each few for from further had",
    "has have having he her here hers him his how i if in into is it its itself just let me",
    "more most my no nor not now of off on once only or other our out over own please she",
    "should so some such than that the their them then there these they this those through to",
    "too under until up upon us very was we were what when where which while who whom whose why",
    "will with would you your",
)
STOP_WORDS = frozenset(word for line in _LINES for word in line.split())
