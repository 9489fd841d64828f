// Python's answer about all hands: a verdict, or the steps of an exercise.
import { drawn } from "./cards.mjs";
import { count, make } from "./elements.mjs";

const [RIGHT, WRONG] = ["It is equivalent to the rules.", "It is not equivalent."];
const MOST = 30; // kinds of faults that are listed

const upper = (text) => text[0].toUpperCase() + text.slice(1);

export function judged(verdict, showSteps) {
  const isRight = verdict.status === "equivalent";
  const { hint, whole, share, witness, key_that_wins_was_found_out: found } = verdict;
  const [first, ...others] = whole ? [null, ...verdict.families] : verdict.families;
  const status = { equivalent: RIGHT, not_equivalent: WRONG }[verdict.status] ?? "It could not be checked to the end.";
  const counts = ["reversed", "false_ties", "false_wins"]
    .map((kind) => `${count(verdict[kind] ?? 0)} ${kind.replace("_", " ")}`)
    .join(", ");
  return [
    make(`p.sentence.${isRight ? "good" : "bad"}`, status),
    verdict.message && make("p.mono", verdict.message),
    isRight && make("p", `${count(verdict.hands)} hands, so ${count(verdict.showdowns)} showdowns, `,
      `in the order of the rules: ${count(verdict.classes)} classes, as many keys.`),
    share && [make("p", `${share}:`), make("p", `${counts}.`)],
    whole && make("p.sentence", `${upper(whole)}.`),
    first && make("p.sentence", `${upper(first.fault)}.`),
    first && hint && make("p", `${upper(hint)}.`),
    witness && shown(witness, showSteps),
    verdict.read && read(verdict.read),
    others.length > 0 && make("details",
      make("summary", `${others.length} more kind${others.length > 1 ? "s" : ""} of fault`),
      make("ul", others.slice(0, MOST).map(({ fault }) => make("li", fault)))),
    found && make("p.quiet", `Inferred from most classes: ${found} keys win.`),
    printed(verdict),
  ];
}

function shown({ first, second, sentence }, showSteps) {
  return make("div.witness",
    [first, second].map(({ hand, name, key }) => dealt(hand, name, key)),
    make("p", sentence),
    make("p", make("button", { onclick: () => showSteps(first.hand, second.hand) },
      "Show the steps of both")));
}

export function dealt(hand, name, key) {
  return make("div.dealt", drawn(hand), make("span", name), make("span", "key ", make("code", key)));
}

export function marked({ steps, passed, points, sentence, lines = [], read: chapter, ...answer }) {
  const worth = (some) => some.reduce((sum, [, of]) => sum + of, 0);
  const [kinds, words] = [["good", "bad", "quiet"], [": right", ": wrong", ""]];
  const item = ([name, of], at) => {
    const state = 1 + Math.sign(at - passed);
    return make(`li.${kinds[state]}`, name, of > 1 && `, ${of} points`, words[state]);
  };
  return [
    make(`p.sentence.${sentence ? "bad" : "good"}`, sentence ?? "Done: every step is right."),
    lines.length > 0 && make("pre", lines.join("\n")),
    chapter && read(chapter),
    make("ol.marks", steps.map(item)),
    make("p", `${points + worth(steps.slice(0, passed))} of ${worth(steps)} points`),
    printed(answer),
  ];
}

function read({ number, title, page }) {
  const href = page.replace("docs/", "../").replace(".md", ".html");
  return make("p", "Read ", make("a", { href }, `chapter ${number}, ${title}`), ".");
}

export function printed({ printed: text }) {
  return text && [make("h3", "It printed"), make("pre.printed", text)];
}
