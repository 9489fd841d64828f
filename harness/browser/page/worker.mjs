// Python, in a worker of its own: the page ends it when it does not answer.
import { loadPyodide } from "./python/pyodide.mjs";

const START = `
import sys
sys.path.insert(0, "/allhands")
from harness.browser import stand_ins
def tell(*about): told(*about)
stand_ins.install(lambda: answers.reporter.alive())
from harness.browser.answers import Answers
answers = Answers(tell)
`;

async function start() {
  const [python, files] = await Promise.all([
    loadPyodide({ indexURL: new URL("./python/", import.meta.url).href, stdout() {}, stderr() {} }),
    fetch(new URL("./allhands.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(files, "zip", { extractDir: "/allhands" });
  python.globals.set("told", (doing, done, known) => postMessage({ doing, done, known }));
  python.runPython(START);
  const ask = python.runPython(
    "import json\nlambda text: json.dumps(answers.answer(**json.loads(text)))",
  );
  onmessage = ({ data }) => {
    try {
      postMessage({ answer: JSON.parse(ask(JSON.stringify(data))) });
    } catch (error) {
      postMessage({ ended: String(error.message).trim().split("\n").at(-1) });
    }
  };
  postMessage({ ready: true });
}

start().catch((error) => postMessage({ ended: String(error.message ?? error) }));
