"""How Sphinx builds the site: `make docs`."""

import json
import logging
import os
import re
import shutil
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from harness.browser import site
from harness.reporting.report import read_run
from harness.reporting.sources import commit_of
from harness.teaching.course.glossary import MARK, glossary

project = "allhands"
release = version_of("allhands")
copyright = "the authors of allhands. MIT licence"  # noqa: A001  (Sphinx wants this name)

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.githubpages",  # else GitHub Pages leaves out folders that begin with an underscore
    "sphinx_click",
]
exclude_patterns = ["_build"]
# Pages that begin with `file_format: mystnb` run: the chapters, and one of the reference.
nb_execution_mode = "force"  # a cache would keep the output of older code
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_code_prompt_show = "Show the {type}"
nb_code_prompt_hide = "Hide the {type}"
nb_number_source_lines = False
nb_render_markdown_format = "myst"  # with tables
myst_heading_anchors = 3
smartquotes_action = "qe"  # quotes and ellipses; `--option` stays as it is

default_role = "code"  # docstrings mark code with one backtick
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"

html_theme = "furo"
html_title = "allhands"
html_static_path = ["_static"]
html_css_files = ["course.css"]
templates_path = ["_templates"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"

# Kernels read no settings of this user's IPython, do not warn that they use TCP on this host,
# and do not show how long a check took: no page shows a time that was taken in the build.
PROFILE = Path(__file__).parent / "_build" / "ipython" / "profile_default"
PROFILE.mkdir(parents=True, exist_ok=True)
(PROFILE / "ipython_kernel_config.py").write_text(
    """from harness.reporting import notebook
notebook.progress = lambda total: lambda hands: None
get_config().IPKernelApp.log_level = "ERROR"
""",
    encoding="utf-8",
)
os.environ["IPYTHONDIR"] = str(PROFILE.parent)

COURSE = "course/"
REPORTS = Path(__file__).parent.parent / "reports"
EXERCISES = Path(__file__).parent.parent / "exercises"
TRY_IT, TASKS, WRONG = "<!-- try it -->", "<!-- exercises -->", "<!-- wrong -->"
"""Marks, where `fill` puts the link to Try it, the tasks of all exercises, a table of the field."""
LINKS = {
    "](../reports/README.md": "](report.md",
    "](../key/": "](path:../key/",
    "](../../key/": "](path:../../key/",
    "](../../solutions/": "](path:../../solutions/",
    "](../field/": "](path:../field/",  # Markdown that is not a page of the site is a download
    # Charts, which `add_files` copies into the site: on the front page, and in chapters.
    '="../reports/': '="reports/',
    '="../../reports/': '="../reports/',
}
"""Links as they are in this folder, and as they are in the site."""


def fill(app: Sphinx, page: str, source: list[str]) -> None:
    """Put what is made elsewhere into a page, and let its links lead to pages of the site."""
    text = source[0]
    if page == "report":
        text = report()
    else:
        for here, there in LINKS.items():
            text = text.replace(here, there)
    if MARK in text:
        text = text.replace(MARK, glossary(Path(app.srcdir) / COURSE))
    text = text.replace(TASKS, tasks()).replace(TRY_IT, app.config.try_it)
    text = text.replace(WRONG, wrong(Path(app.srcdir, "field.md")))
    if not Path(app.outdir, "try", "index.html").exists():
        text = re.sub(r'href="([./]*)try/index\.html[^"]*"', r'href="\1try.html"', text)
    source[0] = text


def report() -> str:
    """The committed report, with what has changed since, and with links as they are in the site."""
    text = (REPORTS / "README.md").read_text(encoding="utf-8")
    verdicts, timing = (
        commit_of(read_run(REPORTS)["parts"][name]) for name in ("verdicts", "timing")
    )
    text = text.replace("\n\n", f"\n\nChecked at {verdicts}; timed at {timing}.\n\n", 1)
    text = re.sub(r"(src|srcset)=\"([^\":]+\.svg)\"", r'\1="reports/\2"', text)
    return re.sub(r"\]\(([^):/]+\.(?:csv|gz|json|txt))\)", r"](../reports/\1)", text)


def tasks() -> str:
    """The tasks of all exercises as sections of a page, with links as they are there."""
    sections = ["## All tasks\n"]
    for file in sorted(EXERCISES.glob("*/README.md")):
        text = re.sub(r"^# ", "### ", file.read_text(encoding="utf-8"))
        text = re.sub(r"\]\((\w+\.\w+)\)", rf"](../../exercises/{file.parent.name}/\1)", text)
        sections.append(
            text.replace("](../../docs/course/", "](").replace("](../../docs/", "](../")
        )
    return "\n".join(sections)


def wrong(page: Path) -> str:
    """The first columns of the table of packages that are wrong, from the page of the field."""
    section = page.read_text(encoding="utf-8").partition("\n## Wrong\n")[2].partition("\n## ")[0]
    rows = [line.split(" | ")[:3] for line in section.splitlines() if line.startswith("|")]
    return "\n".join(f"{' | '.join(row)} |" for row in rows)


def themed(text: str) -> str:
    """Each picture twice, light and dark: the theme of the page decides, not that of the system."""

    def both(match: re.Match[str]) -> str:
        light = re.sub(r"\n *<source [^>]*dark[^>]*>", "", match[0])
        dark = light.replace("-light", "-dark")
        one = light.replace("<picture", '<picture class="only-light"')
        other = dark.replace("<picture", '<picture class="only-dark"')
        return f"{one}\n{other}"

    return re.sub(r"<picture>.*?</picture>", both, text, flags=re.DOTALL)


def write_try_it(app: Sphinx) -> None:
    """Write the page that runs in the browser; a site without npm is built without it."""
    if app.builder.name != "html":
        return
    try:
        site.write(Path(app.outdir, "try"))
        app.config.try_it = '<p><a class="try" href="try/index.html">Open the page</a></p>'
    except site.NotBuiltError as error:
        app.config.try_it = f"This site was built without the page: {error}."
        logging.getLogger("sphinx").info("built without Try it: %s", error)


def add_files(app: Sphinx, error: Exception | None) -> None:
    """Copy the charts that pages name in HTML, and write each chapter as a notebook, too."""
    if error or app.builder.name != "html":
        return
    for folder in (REPORTS, Path(app.srcdir, "games"), Path(app.srcdir, "check-your-own")):
        target = Path(app.outdir, folder.name)
        target.mkdir(exist_ok=True)
        for chart in folder.glob("*.svg"):
            shutil.copy(chart, target)
    executed = Path(app.outdir).parent / "jupyter_execute" / COURSE
    for made in sorted(executed.glob("[0-9]*.ipynb")):
        notebook = to_download(json.loads(made.read_text(encoding="utf-8")))
        target = Path(app.outdir) / COURSE / made.name
        if target.with_suffix(".html").exists():
            target.write_text(json.dumps(notebook, indent=1, ensure_ascii=False), encoding="utf-8")


def to_download(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook as a reader downloads it.

    The answers appear when its cells run. Links to other pages of the site are text. Charts are
    those of the folder that was cloned.
    """
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
        else:
            text = "".join(cell["source"])
            text = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text)
            text = re.sub(r'<a href="(?!https?:)[^"]+">(.*?)</a>', r"\1", text)
            cell["source"] = text.replace('="../reports/', '="reports/')
    return notebook


def last_touches(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Show pictures in the page's theme; tell the template of a chapter its notebook's name."""
    context["body"] = themed(context.get("body", ""))
    folder, _, name = page.rpartition("/")
    if folder + "/" == COURSE and name[:1].isdigit():
        context["notebook"] = f"{name}.ipynb"


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.add_config_value("try_it", "", "env")
    app.connect("builder-inited", write_try_it)
    app.connect("source-read", fill)
    app.connect("html-page-context", last_touches)
    app.connect("build-finished", add_files)
