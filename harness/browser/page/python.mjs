// Python behind a promise: one question at a time. Python is ended if it does not answer in time.
const OURS = { starting: 120, verdict: 120 }; // seconds without a word, while our own code works
const endless = (seconds) =>
  `There is no answer within ${seconds} seconds: is there a loop that never ends?`;

export class Python {
  // `says` gets the state in words, `tells` what Python does.
  constructor(says, tells) {
    Object.assign(this, { says, tells, worker: null, waiting: null, isReady: false });
  }

  start() {
    if (typeof WebAssembly !== "object") {
      this.says("This browser has no WebAssembly, which Python needs here.", false);
      return;
    }
    this.says("Python is loading ...", false);
    this.isReady = false;
    this.ready = new Promise((resolve) => Object.assign(this, { begun: resolve }));
    // A worker that is made from a text has the rules of this page: it asks no other host.
    const file = JSON.stringify(new URL("./worker.mjs", import.meta.url).href);
    const made = new Blob([`import ${file};`], { type: "text/javascript" });
    this.worker = new Worker(URL.createObjectURL(made), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ ended: event.message || "it did not start" });
  }

  hear(data) {
    clearTimeout(this.timer);
    if (data.ready) {
      this.isReady = true;
      this.begun();
      this.says("Python is ready", true);
    } else if (data.answer) {
      this.end(null, data.answer);
    } else if (data.ended) {
      const memory = /memory/i.test(data.ended);
      const why = memory ? "there is no more memory: is there a list that only grows?" : data.ended;
      this.end(`Python ended: ${why}`);
    } else {
      this.watch(OURS[data.doing] ?? data.seconds);
      this.tells(data);
    }
  }

  watch(seconds) {
    this.timer = setTimeout(() => this.end(endless(seconds)), 1000 * seconds);
  }

  // The answer to a question; { stopped } if it was stopped, and { problem } if it failed.
  async ask(about) {
    if (this.waiting) return { stopped: true };
    const answered = new Promise((resolve) => Object.assign(this, { waiting: resolve }));
    const { waiting } = this;
    await this.ready;
    if (this.waiting === waiting) {
      this.watch(OURS.starting);
      this.worker.postMessage(about);
    }
    return answered;
  }

  // End Python, and start it again: no program finds what another one has left there.
  end(problem, answer = problem ? { problem } : { stopped: true }) {
    const { isReady, waiting } = this;
    clearTimeout(this.timer);
    this.waiting = null;
    if (isReady) {
      this.worker.terminate();
      this.start();
    } else if (problem) this.says(`Python cannot start here: ${problem}`, false);
    waiting?.(answer);
  }
}
