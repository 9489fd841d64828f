// Python, in a worker of its own: the page ends it when it does not answer.
import { loadPyodide } from "./python/pyodide.mjs";

const START = `
import json, sys
sys.path.insert(0, "/allhands")
from harness.browser import stand_ins
stand_ins.install()
from harness.browser.answers import Answers
answers = Answers(told)
stand_ins.hide()
`;

// What a program finds of JavaScript: nothing by which it could speak to the page.
const indexURL = new URL("./python/", import.meta.url).href;
const jsglobals = { Object, setTimeout, clearTimeout };
const tell = postMessage.bind(self);
for (const of of [self, Object.getPrototypeOf(self)]) {
  Object.defineProperty(of, "postMessage", { value: undefined });
}

async function start() {
  const [python, files] = await Promise.all([
    loadPyodide({ indexURL, jsglobals, stdin: () => null, stdout() {}, stderr() {} }),
    fetch(new URL("./allhands.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(files, "zip", { extractDir: "/allhands" });
  python.globals.set("told", (doing, done, known, seconds, hands) =>
    tell({ doing, done, known, seconds, hands }));
  python.runPython(START);
  python.globals.delete("told");
  const ask = python.runPython("lambda text: json.dumps(answers.answer(**json.loads(text)))");
  onmessage = ({ data }) => {
    try {
      tell({ answer: JSON.parse(ask(JSON.stringify(data))) });
    } catch (error) {
      tell({ ended: String(error.message).trim().split("\n").at(-1) });
    }
  };
  tell({ ready: true });
}

start().catch((error) => tell({ ended: String(error.message ?? error) }));
