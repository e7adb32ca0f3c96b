"""The table of `make coverage`: sums by folder, and nothing rounded up."""

from coverage_table import rows


def measured(lines, run, branches, taken):
    numbers = {
        "num_statements": lines,
        "covered_lines": run,
        "num_branches": branches,
        "covered_branches": taken,
    }
    return {"summary": numbers}


def test_a_folder_counts_all_below_it_and_shares_are_rounded_down():
    files = {
        "firmware/banker/core/state.py": measured(10, 10, 4, 4),
        "firmware/banker/core/rules/rent.py": measured(90, 89, 6, 3),
        "firmware/banker/protocol/verbs.py": measured(5, 5, 0, 0),
    }
    assert rows(files) == [
        ("core", "2", "100", "99 %", "10", "70 %"),
        ("core/rules", "1", "90", "98 %", "6", "50 %"),
        ("protocol", "1", "5", "100 %", "0", "-"),
        ("all", "3", "105", "99 %", "10", "70 %"),
    ]


def test_what_is_nearly_all_is_not_called_all():
    assert rows({"firmware/banker/ui/ui.py": measured(1000, 999, 1000, 999)})[0][3:] == (
        "99 %",
        "1000",
        "99 %",
    )
