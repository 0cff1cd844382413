"""The page that recalculates, with 1,000 operations: one number moved, all that follows it on the page painted."""

import json
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.browser import chromium
from benchmarks.commands import write_spec
from benchmarks.measure import Board, inside
from estimator.jobs.build import build
from estimator.jobs.work import work_out
from estimator.report.review.document import review_document

MOVE = """
const place = commspec.model.places.find(({ path }) => path === "platform.paths.scale_out.multi_group.bandwidth");
const before = [...place.ends], took = { work: [], all: [] };
for (let k = 1; k <= 30; k += 1) {
  const start = performance.now();
  commspec.set(place.path, before.map((end) => end * (1 - k / 100)));
  const worked = performance.now();
  document.body.getBoundingClientRect();
  took.work.push(worked - start);
  took.all.push(performance.now() - start);
}
return { ...took, moved: document.querySelectorAll("#overview-table .moved").length };
"""


def report(board: Board, folder: Path, size: int) -> None:
    """What Python adds to a build, and what one change takes in the browser, the layout of the page included."""
    spec = write_spec(folder, size, size)
    built = build(spec, folder / "out", languages=("en",), pdf=False)
    page = next(path for path in built.files if path.name == "requirements.en.html")
    worked = work_out(spec)

    def model() -> dict[str, Any]:
        return review_document(worked.opened.spec, worked.table, worked.expanded)

    took = inside(model, 3)
    size_of_it = len(json.dumps(model(), separators=(",", ":"))) / 2**20
    beside = f"{size_of_it:.2f} MiB of {page.stat().st_size / 2**20:.1f} MiB"
    board.figure(f"model of the page, {size} operations", took, "s", None, beside)
    found = in_browser(page)
    if found is None:
        print("what-if in the browser: skipped, needs chromium, chromedriver and selenium", flush=True)
        return
    beside = (
        f"median {median(found['all']):.0f} ms; {min(found['work']):.1f} ms without the layout; {found['moved']} moved"
    )
    board.figure(f"what-if over {size} operations, painted", min(found["all"]), "ms", 50, beside)


def in_browser(page: Path) -> dict[str, Any] | None:
    """Milliseconds of each change; None where there is no browser."""
    with chromium() as running:
        if running is None:
            return None
        running.set_script_timeout(300)
        running.get(page.resolve().as_uri())
        running.execute_script(MOVE)  # as a reader's second drag: the script has been seen once
        found: dict[str, Any] = running.execute_script(MOVE)
        return found
