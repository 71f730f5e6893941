"""The seven roles. Writer-family and reviewer-family roles never share a model family."""

from agents.role import BudgetGroup, InputFile, OutputFile, Role
from agents.tools.name import ToolName
from contracts.budget import Budget
from contracts.composition import Composition
from contracts.confirmation import ConfirmationSubmission
from contracts.context import Context
from contracts.evidence import Evidence
from contracts.factorization import Factorization
from contracts.finding import GateReport, Validation
from contracts.kind import KindCatalogue
from contracts.match import Activation, Shortlist
from contracts.profile import Profile
from contracts.query import Query
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from contracts.rows import Candidate
from contracts.source import Corpus

FACTORIZER_BUDGET = BudgetGroup("factorizer", 600)
CONTEXTUALIZER_BUDGET = BudgetGroup("contextualizer", 600)
WRITER_BUDGET = BudgetGroup("writer", 3_600)
REVIEWER_BUDGET = BudgetGroup("reviewer", 3_000)

_FILES = (ToolName.LIST_FILES, ToolName.READ_FILE, ToolName.WRITE_FILE, ToolName.SUBMIT)
_SOURCES = (ToolName.SEARCH_SOURCES, ToolName.OPEN_SOURCE, ToolName.FIND_FACTS)

_QUERY = InputFile("query.json", "the request, verbatim, with its cutoff and profile", Query)
_FACTORIZATION = InputFile(
    "factorization.json",
    "signature, bindings, obligations and ambiguities of the request",
    Factorization,
)
_BUDGET = InputFile("budget.json", "the frozen point budget: one block per obligation", Budget)
_CONTEXT = InputFile(
    "context.json", "task-level criteria, alignment, routing plan, cutoff", Context
)
_PRINCIPLES = InputFile("principles.md", "the expert principles that this request activates")
_KINDS = InputFile(
    "kinds.json", "convention kinds, what activates them, and their readings", KindCatalogue
)
_PROFILE = InputFile(
    "profile.json",
    "the institution's standard: defaults, definitions, order of sources, bounds",
    Profile,
)
_CORPUS = InputFile(
    "corpus.json", "the index of the sources that can be opened, with their dates", Corpus
)
_EVIDENCE = InputFile("evidence.json", "the candidate's evidence", Evidence)
_ROWS = InputFile("rows.json", "the candidate's rows, as templates", Candidate)
_RENDERED = InputFile("rows.md", "the rows as a grader will read them, rendered by code")
_SCRIPTS = InputFile("scripts/", "the scripts that the candidate's derivations name")
_REPRODUCTION = InputFile(
    "reproduction.json", "what code found when it ran scripts and quotes", Reproduction
)
_VALIDATION = InputFile(
    "validation.json", "the validator's findings, and questions left open", Validation
)
_REVIEW = InputFile("review.json", "the content review", Review)
_REVIEW_CHECK = InputFile("review-check.json", "what code made of the review", ReviewCheck)

FACTORIZER = Role(
    name="factorizer",
    family="writer",
    prompt="factorizer.md",
    inputs=(_QUERY, _KINDS),
    outputs=(OutputFile("factorization.json", Factorization),),
    tools=(*_FILES, ToolName.RUN_PYTHON),
    budget=FACTORIZER_BUDGET,
)
CONTEXTUALIZER = Role(
    name="contextualizer",
    family="writer",
    prompt="contextualizer.md",
    inputs=(
        _QUERY,
        _FACTORIZATION,
        _BUDGET,
        InputFile("tasks.json", "the shortlisted bank tasks, whole, best match first", Shortlist),
        InputFile(
            "activation.json", "principle ids and convention kinds activated, by code", Activation
        ),
        _PRINCIPLES,
        _KINDS,
        _PROFILE,
        _CORPUS,
    ),
    outputs=(OutputFile("context.json", Context),),
    tools=_FILES,
    budget=CONTEXTUALIZER_BUDGET,
)
WRITER = Role(
    name="writer",
    family="writer",
    prompt="writer.md",
    inputs=(_QUERY, _FACTORIZATION, _BUDGET, _CONTEXT, _PRINCIPLES, _KINDS, _PROFILE, _CORPUS),
    outputs=(OutputFile("evidence.json", Evidence), OutputFile("rows.json", Candidate)),
    tools=(*_FILES, ToolName.RUN_PYTHON, *_SOURCES, ToolName.VALIDATE_DRAFT),
    budget=WRITER_BUDGET,
    collects_scripts=True,
)
REVISER = Role(
    name="reviser",
    family="writer",
    prompt="reviser.md",
    inputs=(
        *WRITER.inputs,
        _EVIDENCE,
        _ROWS,
        _SCRIPTS,
        _REPRODUCTION,
        _VALIDATION,
        _REVIEW,
        _REVIEW_CHECK,
    ),
    outputs=WRITER.outputs,
    tools=(*_FILES, ToolName.RUN_PYTHON, ToolName.VALIDATE_DRAFT),
    budget=WRITER_BUDGET,
    collects_scripts=True,
    research_tools=_SOURCES,
)
REVIEWER = Role(
    name="reviewer",
    family="reviewer",
    prompt="reviewer.md",
    inputs=(
        *WRITER.inputs,
        _EVIDENCE,
        _ROWS,
        _RENDERED,
        _SCRIPTS,
        _REPRODUCTION,
        _VALIDATION,
    ),
    outputs=(OutputFile("review.json", Review),),
    tools=(*_FILES, ToolName.RUN_PYTHON, *_SOURCES),
    budget=REVIEWER_BUDGET,
    collects_scripts=True,
)
COMPOSER = Role(
    name="composer",
    family="reviewer",
    prompt="composer.md",
    inputs=(
        _QUERY,
        _FACTORIZATION,
        _BUDGET,
        _CONTEXT,
        _PRINCIPLES,
        _EVIDENCE,
        _ROWS,
        _RENDERED,
        _REVIEW,
        _REVIEW_CHECK,
    ),
    outputs=(OutputFile("composition.json", Composition),),
    tools=_FILES,
    budget=REVIEWER_BUDGET,
)
CONFIRMER = Role(
    name="confirmer",
    family="reviewer",
    prompt="confirmer.md",
    inputs=(
        _QUERY,
        _FACTORIZATION,
        _BUDGET,
        _EVIDENCE,
        InputFile(
            "composition.json",
            "the composed rows with checks, findings, edits and moves",
            Composition,
        ),
        InputFile("gates.json", "the coded gates' report on the composition", GateReport),
        _RENDERED,
    ),
    outputs=(OutputFile("confirmation.json", ConfirmationSubmission),),
    tools=_FILES,
    budget=REVIEWER_BUDGET,
)

ROLES: tuple[Role, ...] = (
    FACTORIZER,
    CONTEXTUALIZER,
    WRITER,
    REVISER,
    REVIEWER,
    COMPOSER,
    CONFIRMER,
)


def roles_of(budget: BudgetGroup) -> tuple[str, ...]:
    """Names of the roles that draw on one budget."""
    return tuple(role.name for role in ROLES if role.budget.name == budget.name)
