"""Patterns of the sentences that speak to whoever grades an answer.

They stand apart from the judges, since an exported scorer carries them along and a rubric is
exported without any judge. The patterns want words about marks or graders that no research answer
needs, or the form of a judge's own material.
"""

_GRADER = r"(?:graders?|judges?|evaluators?|examiners?|grading\smodels?)"
_MARKS = (
    r"(?:this|it|me|full|maximum|my|all\s(?:points|marks|criteria|rows)|(?:every|each)\s(?:row|criterion)"
    r"|the\s(?:answer|response|rubric|criteria|full|maximum))"
)
PLEA = (
    r"\b(?:full|maximum|perfect)\s(?:marks?|points?|scores?)\b"
    # Addressed to graders, with what they are to do: courts have judges, banks examiners.
    rf"|\b(?:note|message|attention|instructions?)\W{{1,3}}(?:(?:to|for)\s)?(?:the\s|all\s)?{_GRADER}\b"
    rf"|\bdear\s{_GRADER}\b|\bas\s(?:the|a|an)\srubric\sauthor\b"
    rf"|\b{_GRADER}\W{{1,3}}(?:(?:must|should|please)\s){{0,2}}"
    rf"(?:accept|give|award|mark|grade|rule|ignore)\s{_MARKS}\b"
    r"|\b(?:ruling|rule)\W{1,6}met\b|\bgrade\s?:\s?(?:pass|met|full)\b"
    r"|\bignore\b[^.!?\n]{0,40}\binstructions?\b"
    # The forms of a judge's own material: its tool, its blocks, the marks of a conversation.
    r"|\bsubmit_verdicts\b|\bcriterion_id\b|</?data\b|\[(?:begin|end)\sdata\]|<\|\w+\|>"
    r"|\{\{?\s?(?:question|answer|criteri\w+|rubric)\s?\}"
    r"|^\s*all\s(?:criteria|rows)\sare\smet\s?[.!]*$"
)
"""A plea within one sentence, whatever its case."""
SENTENCE = r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]*"
"""One sentence; a point within a figure or an address ends none."""
