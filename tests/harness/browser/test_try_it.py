"""The page in Chromium, driven by Playwright, which ``make test-browser`` installs."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from shutil import which
from threading import Thread
from typing import Any

import pytest

from harness.browser import serving, site
from harness.processes.workers import ROOT
from harness.teaching.grader.exercise import exercises

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = which("chromium") or which("google-chrome")
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")]
QUIET = (
    *("--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
READY, ALL = 120_000, 900_000
"""Milliseconds until Python is ready, and for all hands, on a slow machine."""
SEED = "1"
"""The seed of the solution of exercise 09."""
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, served as `allhands try` serves it."""
    folder = tmp_path_factory.mktemp("site")
    try:
        site.write(folder / "try")
    except site.NotBuiltError as error:
        pytest.skip(str(error))
    handler = partial(serving.Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/try/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield launched
        launched.close()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Open]:
    """Opens the page; no request leaves its origin, and no error is on its console."""
    asked: list[str] = []
    errors: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)

    def open_it(link: str = "", width: int = 1280) -> Any:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("about:blank")
        page.goto(f"{address}{link}")
        page.locator("#check:enabled").wait_for(timeout=READY)
        return page

    yield open_it
    context.close()
    assert not errors
    assert all(url.startswith((address, "data:", "blob:", "about:")) for url in asked)


def checked(page: Any, within: int = ALL) -> str:
    """The text of the page after a click on Check."""
    page.click("#check")
    page.locator("#stop").wait_for(state="hidden", timeout=within)
    return str(page.inner_text("#verdict"))


def press(page: Any, name: str) -> None:
    """Click the button of this name."""
    page.get_by_role("button", name=name, exact=True).click()


def write(page: Any, text: str) -> None:
    """Replace the program."""
    page.locator(".cm-content").fill(text)


def test_the_published_matrix_has_its_faults(opened: Open) -> None:
    page = opened("#program=matrix-score-as-published")
    page.click("#check")
    page.locator("text=of 2,598,960 hands").wait_for(timeout=READY)
    page.locator("#stop").wait_for(state="hidden", timeout=ALL)
    said = page.inner_text("#verdict")
    assert "It is not equivalent." in said
    assert "3,705,387,248 reversed, 61,440 false ties, 0 false wins" in said
    assert page.locator("#verdict .card").count() == 10
    press(page, "Show the steps of both")
    page.locator("#steps output").wait_for(timeout=READY)
    assert "By the rules the first hand" in page.inner_text("#steps")


def test_a_lesson_is_right_until_it_is_broken(opened: Open) -> None:
    page = opened("#program=count-buckets-lesson")
    text = (ROOT / "evaluators/count_buckets/lesson.py").read_text()
    broken = text.replace("different == [14, 5, 4, 3, 2]", "different == [14, 5, 4, 3, 1]")
    write(page, broken)
    said = checked(page)
    assert "Straight with A-5-4-3-2 counts as high card: 1 class, 1,020 hands." in said
    assert "chapter 3, Buckets" in said
    page.reload()
    page.locator("#check:enabled").wait_for(timeout=READY)
    kept = page.evaluate_handle("localStorage['allhands:text:count-buckets-lesson']")
    assert kept.json_value() == broken
    page.click("#original")
    assert "It is equivalent to the rules." in checked(page)


@pytest.mark.parametrize("hidden", ["while True: pass", "while True: print('x')"])
def test_an_endless_loop_ends_and_the_page_lives(opened: Open, hidden: str) -> None:
    page = opened("#program=own")
    write(page, f"def evaluate(hand):\n    {hidden}\n")
    assert "is there a loop that never ends?" in checked(page, READY)
    page.locator("#check:enabled").wait_for(timeout=READY)
    write(page, "def evaluate(hand):\n    return 1 +\n")
    assert "SyntaxError" in checked(page, READY)
    assert page.locator(".cm-line.wrong").inner_text().strip() == "return 1 +"


def test_memory_that_grows_without_end_is_named(opened: Open) -> None:
    page = opened("#program=own")
    write(page, "kept = []\ndef evaluate(hand):\n    kept.append(bytes(10**8))\n    return 1\n")
    assert "memory" in checked(page, READY).lower()
    page.locator("#check:enabled").wait_for(timeout=READY)


def test_stop_ends_a_check(opened: Open) -> None:
    page = opened("#program=own")
    page.click("#check")
    page.locator("text=of 2,598,960 hands").wait_for(timeout=READY)
    page.click("#stop")
    assert page.inner_text("#verdict") == "Stopped."
    page.locator("#check:enabled").wait_for(timeout=READY)


def test_a_link_holds_the_program_and_runs_nothing(opened: Open) -> None:
    page = opened("#program=own")
    write(page, "def evaluate(hand):\n    print('it runs')\n    return hand[0]\n")
    page.fill("#one", "Kd Ks 7c 7h 5s")
    page.click("#link")
    page.locator("#copied").filter(has_text=re.compile(".")).wait_for()
    link = str(page.evaluate("navigator.clipboard.readText()")).partition("/try/")[2]
    assert link.startswith("#program=own&one=Kd+Ks+7c+7h+5s&text=")
    page.evaluate_handle("localStorage.clear()")
    page = opened(link)
    assert "print('it runs')" in page.inner_text(".cm-content")
    assert page.input_value("#one") == "Kd Ks 7c 7h 5s"
    assert "it runs" not in page.inner_text("#result") + page.inner_text("#hand")
    page.click("#show")
    page.locator("#steps .printed").wait_for(timeout=READY)
    assert "it runs" in page.inner_text("#steps")
    page.click("[data-id=own]")
    assert "print('it runs')" not in page.inner_text(".cm-content")


@pytest.mark.parametrize("exercise", [*exercises()], ids=str)
def test_each_solution_is_done(opened: Open, exercise: Any) -> None:
    seed = f"&seed={SEED}" if exercise.needs_seed else ""
    page = opened(f"#program={exercise.folder.name}{seed}")
    write(page, (ROOT / "solutions" / exercise.folder.name / exercise.file).read_text())
    assert "Done: every step is right." in checked(page)


def test_a_browser_without_webassembly_is_told_what_is_missing(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.add_init_script("delete window.WebAssembly")
    page.goto(address)
    page.locator("#python").filter(has_text="no WebAssembly").wait_for()
    assert page.locator("#check").is_disabled()
    assert "Count buckets" in page.inner_text(".cm-content")
    page.close()


def test_the_first_screen_of_a_telephone_has_cards_and_a_button(opened: Open) -> None:
    """Else a visitor sees thirteen lines of a docstring, and nothing to touch."""
    page = opened("", 390)
    assert page.locator("#drawn .card").count() == 5
    for what in ("#drawn", "#show"):
        box = page.locator(what).bounding_box()
        assert box["y"] + box["height"] < 600
    assert page.locator(".cm-foldPlaceholder").count() == 1
    page = opened("#program=01-name-the-category", 390)
    assert page.locator("#editor").bounding_box()["y"] < page.locator("#hand").bounding_box()["y"]


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(opened: Open, width: int) -> None:
    page = opened("#program=matrix-score-lesson&one=TsTcTh4d4c&two=KdQsJcTh9s", width)
    page.click("#show")
    page.locator("#steps output").wait_for(timeout=READY)
    assert page.evaluate_handle("document.documentElement.scrollWidth").json_value() <= width


def test_the_keyboard_is_enough(opened: Open) -> None:
    page = opened("#program=sort-by-count-lesson&one=K♦ K♠ 7♣ 7♥ 5♠")
    page.focus(".skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "program"
    assert "#program=sort-by-count-lesson" in page.url
    page.focus("#one")
    assert page.input_value("#one") == "Kd Ks 7c 7h 5s"
    page.keyboard.press("Enter")
    page.locator("#steps output").wait_for(timeout=READY)
    page.get_by_role("button", name="Next", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#steps output").startswith("Step 2 of")
    page.keyboard.press("End")
    assert "key = " in page.inner_text("#steps output")
    assert page.locator(".cm-line.here").count() >= 1
