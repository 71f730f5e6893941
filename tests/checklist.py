"""The catalogue of bad input (`notes/reliability.md`, section 3), row by row, and what tests it.

Rows on what does not exist yet (pages) are left out.
`tests/test_checklist.py` makes sure that every test named here is there, and every reason.
"""

from collections.abc import Mapping

QUERIES: Mapping[str, tuple[str, ...]] = {
    "encodings: mark, UTF-16, cp1252, invalid byte, NUL": (
        "cli/test_question.py::test_query_is_read_from_a_file",
        "cli/test_question.py::test_unusable_query_files_are_refused",
        "cli/test_bad_input.py::test_it_is_refused_by_name_and_nothing_is_written",
        "sources/test_corpus.py::test_a_faulty_source_is_named",
    ),
    "shape: empty, columns, cells, marks left open, long fields, formats of other kinds": (
        "benchmarks/test_item_text.py::test_a_faulty_file_is_named_with_its_line",
        "cli/test_batch.py::test_a_file_that_is_no_batch_is_refused_whole",
        "cli/test_batch.py::test_one_bad_item_stops_the_batch_and_nothing_is_written",
        "cli/test_batch.py::test_a_table_names_its_items_and_an_empty_cell_says_nothing",
        "sources/test_corpus.py::test_a_faulty_source_is_named",
    ),
    "length, white space, one character, scripts, control characters, surrogates, braces": (
        "cli/test_question.py::test_unusable_queries_are_refused",
        "cli/test_question.py::test_any_other_text_is_kept_as_it_is",
    ),
    "composed Unicode, spans in code points": (
        "cli/test_question.py::test_query_is_brought_to_composed_unicode",
    ),
    "ids: paths, dashes, length, turned writing, invisible marks": (
        "cli/test_question.py::test_run_ids_that_are_no_folder_names_are_refused",
        "sources/test_corpus.py::test_a_faulty_source_is_named",
    ),
    "ids that a spreadsheet makes one, accents composed or not": (
        "cli/test_batch.py::test_ids_that_a_spreadsheet_would_make_one_stay_apart",
    ),
    "everything at once": (
        "cli/test_batch.py::test_all_that_is_wrong_with_an_item_is_told_at_once",
    ),
    "cells that are read back as they were": (
        "reports/test_spreadsheet.py::test_a_rubric_is_read_back_as_it_was",
        "cli/test_archive.py::test_export_goes_to_a_file",
    ),
    "ids twice but for their case": (
        "sources/test_corpus.py::test_all_faults_are_reported_at_once",
    ),
    "text as template": (
        "contracts/test_template.py::test_render_puts_values_in_and_never_scans_them",
    ),
    "cells that a spreadsheet takes for formulas": (
        "reports/test_spreadsheet.py::test_text_that_could_be_a_formula_gets_an_apostrophe",
        "reports/test_spreadsheet.py::test_no_cell_of_a_hostile_rubric_begins_like_a_formula",
    ),
}
CUTOFFS: Mapping[str, tuple[str, ...]] = {
    "other spellings, days that do not exist, years beyond the range": (
        "contracts/test_cutoff.py::test_other_cutoff_dates_are_refused_in_plain_words",
        "cli/test_question.py::test_other_spellings_of_a_cutoff_are_refused",
    ),
    "inclusive to the day's end in its zone, nights of the clock's change": (
        "contracts/test_cutoff.py::test_a_cutoff_ends_with_its_day_in_its_zone",
        "contracts/test_cutoff.py::test_in_one_zone_the_calendar_decides",
    ),
    "a filing accepted in the evening": (
        "contracts/test_cutoff.py::test_a_filing_accepted_in_the_evening_counts_by_its_filing_date",
    ),
    "a day, a month, no date, a page changed later": (
        "contracts/test_cutoff.py::test_the_published_time_rules",
        "contracts/test_cutoff.py::test_a_changed_page_needs_proof_of_its_version",
        "contracts/test_sidecar.py::test_another_form_is_refused",
        "contracts/test_sidecar.py::test_an_undated_source_stays_undated",
    ),
    "in the future": (
        "cli/test_question.py::test_cutoff_is_in_the_future_until_its_day_begins_in_its_zone",
    ),
    "a moment without a zone": ("contracts/test_cutoff.py::test_a_naive_moment_is_refused",),
    "fiscal calendars, restated figures": (
        "gates/hard/test_tables.py::test_exactly_its_codes_each_with_a_place",
    ),
}
RUBRIC_FILES: Mapping[str, tuple[str, ...]] = {
    "points: sums, thirds and sevenths, steps, order": (
        "gates/test_budget.py::test_remainder_goes_by_order",
        "gates/test_budget.py::test_shares_are_exact_even_and_in_falling_order",
        "gates/hard/test_tables.py::test_exactly_its_codes_each_with_a_place",
    ),
    "values: not a number, infinite, minus zero, text, truth, digits of other scripts": (
        "contracts/test_contract.py::test_guard_corpus_is_refused_with_its_code",
        "contracts/test_contract.py::test_strict_mode_coerces_nothing",
        "contracts/test_quantity.py::test_decimal_text_refuses_the_same_in_python",
    ),
    "rounding half up, negative, in any decimal context": (
        "contracts/test_quantity.py::test_rounding_table",
        "contracts/test_quantity.py::test_half_up_is_symmetric_about_zero",
    ),
    "bands include both ends; zero with a relative band; a rival within": (
        "contracts/test_comparison_number.py::test_bands_include_both_ends",
        "contracts/test_comparison_number.py::test_faulty_number_comparisons",
        "gates/hard/test_tables.py::test_exactly_its_codes_each_with_a_place",
    ),
    "keys twice, unknown keys, missing keys, versions": (
        "contracts/test_contract.py::test_guard_corpus_is_refused_with_its_code",
        "contracts/test_contract.py::test_all_faults_are_reported_with_pointers",
        "contracts/test_contract.py::test_a_newer_version_is_refused_with_advice",
        "contracts/test_contract.py::test_an_older_body_without_upgrader_is_refused",
    ),
    "cycles, rows of no or all points, 339 rows, rows that are alike": (
        "gates/hard/test_tables.py::test_exactly_its_codes_each_with_a_place",
        "gates/hard/test_tables.py::test_339_rows_are_read_in_seconds_and_each_row_is_named",
    ),
    "ids twice, references to nothing, frozen ids that mean something else": (
        "gates/families/test_every_code.py::test_fires_on_its_example_and_only_it",
        "gates/families/test_every_code.py::test_frozen_ids_keep_their_meaning",
        "gates/families/test_passages.py::test_each_place_is_held_against_the_sources",
    ),
    "half of the points on support, no rationale, unknown words": (
        "gates/families/test_every_code.py::test_fires_on_its_example_and_only_it",
        "contracts/test_plain_words.py::test_each_fault_is_told_in_plain_words",
    ),
    "percent and fraction, millions and thousands, amounts in parentheses": (
        "contracts/test_number_text.py::test_figures_are_read",
        "gates/hard/test_tables.py::test_exactly_its_codes_each_with_a_place",
    ),
    "evidence that is not in the store, or later than the cutoff": (
        "gates/families/test_every_code.py::test_fires_on_its_example_and_only_it",
        "gates/hard/test_tables.py::test_exactly_its_codes_each_with_a_place",
    ),
    "bytes of any kind": (
        "contracts/test_fuzz.py::test_a_good_file_with_other_bytes_is_read_or_refused",
        "contracts/test_fuzz.py::test_a_good_file_with_another_value_is_read_or_refused",
        "contracts/test_fuzz.py::test_what_looks_like_json_is_read_or_refused",
        "contracts/test_contract.py::test_hostile_bytes_never_hang",
    ),
}
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "unknown option, wrong type, variables that are empty or no number, keys with line breaks": (
        "cli/test_start.py::test_wrong_usage_is_bad_input",
        "cli/test_bad_input.py::test_it_is_refused_by_name_and_nothing_is_written",
    ),
    "data folder that cannot be made": (
        "cli/test_generate.py::test_data_folder_that_is_a_file_is_an_environment_fault",
        "records/test_sqlite.py::test_place_that_cannot_be_made_is_named",
    ),
    "surroundings: engine, database, home folder, a signal in the first seconds": (
        "cli/test_environment.py::test_it_is_named_and_ends_with_the_code_of_the_environment",
        "cli/test_environment.py::test_nothing_is_looked_for_in_a_home_folder",
        "cli/test_environment.py::test_sigterm_in_the_first_seconds_is_told",
    ),
    "paths: relative, with spaces and other letters": (
        "cli/test_generate.py::test_recording_is_named_as_a_whole_path",
        "cli/test_generate.py::test_every_fault_of_the_sources_is_told_at_once",
    ),
    "TOML: keys twice, dates, fractions, depth": (
        "principles/test_strict_toml.py::test_bad_text_is_refused_by_file_and_key",
        "principles/test_own_folder.py::test_a_fault_is_refused_by_file_and_key",
    ),
    "recordings: parts missing, unplayed, linked": (
        "agents/test_replay.py::test_a_recording_is_read_strictly",
        "agents/test_replay.py::test_a_linked_file_is_not_read",
    ),
    "decisions at the queue": (
        "cli/test_queue.py::test_bad_input_is_refused_and_nothing_is_written",
    ),
}
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "long answers, long traces, very many messages: cut with a mark": (
        "scoring/test_responses.py::test_a_long_answer_is_cut_with_a_mark",
        "scoring/test_responses.py::test_many_and_long_steps_are_cut_to_what_a_contract_holds",
    ),
    "files of other kinds, encodings, keys twice, depth": (
        "scoring/test_responses.py::test_a_faulty_file_is_refused_by_line_and_field",
    ),
    "a file that ends within its last line": (
        "scoring/test_responses.py::test_whole_lines_before_a_torn_end_are_kept",
    ),
    "order, calls and results, ids, parents, times, pictures, keys, colour codes, no answer": (
        "scoring/test_responses.py::test_what_is_odd_in_a_trace_is_remarked",
        "scoring/test_responses.py::test_the_last_of_several_submitted_answers_counts",
        "scoring/test_responses.py::test_a_ring_of_parents_is_found_and_a_chain_is_none",
    ),
    "other languages, rubric ids, templates, documents in text": (
        "scoring/test_responses.py::test_other_text_is_kept_as_it_is",
    ),
    "an answer made of the rubric's words": (
        "scoring/test_echo.py::test_the_rubric_as_an_answer_is_found",
    ),
    "the right value in the wrong unit": (
        "scoring/test_stated_values.py::test_an_answer_is_checked_against_the_expected_figure",
    ),
    "an empty answer": (
        "contracts/test_score.py::test_an_answer_that_is_not_there_earns_nothing_without_a_judge",
    ),
    "a vote missing, a tie, all judges failing, no rows, judges that disagree": (
        "contracts/test_score.py::test_a_row_is_decided_by_more_than_half_of_all_judges",
        "contracts/test_score.py::test_all_judges_failing_is_no_zero",
        "contracts/test_score.py::test_a_score_that_does_not_follow_is_refused",
    ),
}
CHECKLIST: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "3.1": QUERIES,
    "3.2": CUTOFFS,
    "3.3": RUBRIC_FILES,
    "3.4": ANSWERS,
    "3.5": SETTINGS,
}
"""Section to its rows."""
NOT_DECIDED: Mapping[str, tuple[str, str]] = {
    "cutoff before the company existed": (
        "docs/cli.md",
        "A cutoff before a company existed is not refused, since nothing here says when one began",
    ),
}
"""Rows that code cannot decide: the page that says so, and its words."""
