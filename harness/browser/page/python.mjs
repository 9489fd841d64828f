// Python behind a promise: one question at a time; who does not answer in time is ended.
const PATIENCE = 10; // seconds without a word, while the program is asked
const OURS = { starting: 120, verdict: 120 }; // and while our own code works
const ENDLESS = `There is no answer within ${PATIENCE} seconds: is there a loop that never ends?`;
const MISSING = [
  [() => typeof WebAssembly === "object", "WebAssembly"],
  [() => typeof Worker === "function", "workers"],
];

export class Python {
  // `says` gets the state in words, `tells` what Python does.
  constructor(says, tells) {
    Object.assign(this, { says, tells, worker: null, waiting: null, isReady: false });
  }

  start() {
    const missing = MISSING.filter(([is]) => !is()).map(([, name]) => name);
    if (missing.length) {
      this.says(`This browser has no ${missing.join(" and no ")}, which Python needs here.`, false);
      return;
    }
    this.says("Python is loading ...", false);
    // A worker that is made from a text has the rules of this page: it asks no other host.
    const file = new URL("./worker.mjs", import.meta.url).href;
    const made = new Blob([`import ${JSON.stringify(file)};`], { type: "text/javascript" });
    const address = URL.createObjectURL(made);
    this.worker = new Worker(address, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ ended: event.message || "it did not start" });
  }

  hear(data) {
    clearTimeout(this.timer);
    if (data.ready) {
      this.isReady = true;
      this.says("Python is ready", true);
    } else if (data.answer) {
      this.end(null, data.answer);
    } else if (data.ended) {
      const memory = /memory/i.test(data.ended);
      const why = memory ? "there is no more memory: is there a list that only grows?" : data.ended;
      this.end(`Python ended: ${why}`);
    } else {
      this.watch(OURS[data.doing]);
      this.tells(data);
    }
  }

  watch(seconds = PATIENCE) {
    this.timer = setTimeout(() => this.end(ENDLESS), 1000 * seconds);
  }

  // The answer to a question; { stopped } if it was stopped, and { problem } if there is none.
  async ask(about) {
    if (this.waiting || !this.isReady) return { stopped: true };
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.watch(OURS.starting);
      this.worker.postMessage(about);
    });
  }

  // End Python, and start it again: no program finds what another one has left there.
  end(problem, answer = problem ? { problem } : { stopped: true }) {
    const { isReady, waiting } = this;
    clearTimeout(this.timer);
    this.worker?.terminate();
    Object.assign(this, { isReady: false, waiting: null });
    if (isReady) this.start();
    else this.says(`Python cannot start here: ${problem}`, false);
    waiting?.(answer);
  }
}
