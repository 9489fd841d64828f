// The steps of one hand or two, back and forth; the line that runs is marked in the editor.
import { count, fill, make, table } from "./elements.mjs";
import { dealt, printed } from "./said.mjs";

export function stepped({ hands, outcome, decision, ...answer }, editor) {
  const place = make("div");
  const walks = hands.map((hand) => new Walk(hand, editor));
  const choose = (at) => {
    fill(place, walks[at].element);
    walks[at].show(walks[at].at);
    buttons.forEach((button, number) => button.setAttribute("aria-pressed", number === at));
  };
  const buttons = ["Steps of the first", "Steps of the second"].map((words, at) =>
    make("button", { onclick: () => choose(at) }, words));
  queueMicrotask(() => choose(0));
  return [
    make("div.witness", hands.map(({ hand, name, key }) => dealt(hand, name, key))),
    outcome && make("p", `By the rules ${outcome}.`),
    decision && [
      make("p.sentence", `By the keys ${decision.winner}: ${decision.words}.`),
      table("The keys, element by element", ["element", "first", "second", ""],
        decision.elements.map((row, at) =>
          at === decision.decisive ? ["decides", [...row, "decides"]] : ["", [...row, ""]])),
    ],
    hands.length > 1 && make("div.moves", buttons),
    place,
    printed(answer),
  ];
}

const AROUND = 2; // lines of the source before and after the one that runs

class Walk {
  constructor({ steps, of, hand }, editor) {
    Object.assign(this, { steps, of, editor, at: 0, last: steps.length - 1 });
    const move = (words, to) => make("button", { onclick: () => this.show(to()) }, words);
    this.back = [move("First", () => 0), move("Back", () => this.at - 1)];
    this.forth = [move("Next", () => this.at + 1), move("Last", () => this.last)];
    this.slider = make("input", {
      type: "range", min: 0, max: this.last, value: 0, "aria-label": "Step",
      oninput: () => this.show(Number(this.slider.value)),
    });
    this.words = make("output", { "aria-live": "polite" });
    this.source = make("pre.source"); // where the editor is out of sight
    this.picture = make("pre.picture");
    this.values = make("div.values");
    const about = { role: "group", "aria-label": `Steps of ${hand}`, onkeydown: (e) => this.key(e) };
    this.element = make("div", about,
      make("div.moves", this.back, this.slider, this.forth),
      this.words, this.source, this.picture, this.values,
      of > steps.length && make("p.quiet", `The first ${count(steps.length)} of ${count(of)} steps.`));
  }

  key(event) {
    const { at, last } = this;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.target === this.slider) return;
    event.preventDefault();
    this.show(to);
  }

  show(to) {
    this.at = Math.min(Math.max(to, 0), this.last);
    const { first, last, statement, made, picture, values } = this.steps[this.at];
    this.editor.mark(first, last);
    const from = Math.max(first - AROUND, 1);
    const lines = this.editor.text.split("\n").slice(from - 1, last + AROUND);
    fill(this.source, lines.map((line, at) =>
      make(first <= from + at && from + at <= last ? "span.here" : "span", line || " ")));
    const where = `Step ${this.at} of ${this.of - 1}, line ${first}`;
    this.words.textContent = [`${where}: ${statement}`, made.join(", ")].filter(Boolean).join(" → ");
    fill(this.picture, picture.map((line) => [
      line.map(([text, role]) => (role ? make(`span.${role}`, text) : text)), "\n",
    ]));
    fill(this.values, table("", [], values.map(([name, value, isNew]) =>
      [isNew && "new", [name, value]])));
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", where);
    for (const button of this.back) button.setAttribute("aria-disabled", this.at === 0);
    for (const button of this.forth) button.setAttribute("aria-disabled", this.at === this.last);
  }
}
