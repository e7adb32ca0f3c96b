"""axe, the accessibility check, on a page that allows its script (bypass_csp)."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"runOnly": ["color-contrast"]}  # nothing else differs in the dark theme


def violations(page, within: str | None = None, rules=RULES) -> list[str]:
    violations = AXE.run(page, context=within, options=rules).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in violations
        for node in one["nodes"]
    ]
