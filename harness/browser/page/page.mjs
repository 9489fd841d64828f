// The page: which program, its text, and what Python says about it.
import { Editor } from "./editor.mjs";
import { Python } from "./python.mjs";

const HANDS = 2598960;
const RANKS = "23456789TJQKA";
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANK_NAMES = "deuce trey four five six seven eight nine ten jack queen king ace".split(" ");

const find = (id) => document.getElementById(id);
const count = (number) => number.toLocaleString("en");
const fill = (element, ...children) => element.replaceChildren(...children.flat(Infinity).filter(Boolean));

function make(tag, about = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

// --- What is kept on this device, and what a link holds. ---

const store = {
  get: (name) => {
    try { return localStorage.getItem(`allhands:${name}`); } catch { return null; }
  },
  set: (name, value) => {
    try {
      if (value === null) localStorage.removeItem(`allhands:${name}`);
      else localStorage.setItem(`allhands:${name}`, value);
    } catch { /* a full or forbidden store: the text lives as long as the page */ }
  },
};

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

// --- The state. ---

const { programs, used } = await (await fetch("programs.json")).json();
const state = { program: null, seed: store.get("seed") ?? "", shown: null };
const editor = new Editor(find("editor"), typed);
const python = new Python(says, tells);

function says(words, isReady) {
  find("python").textContent = words;
  for (const id of ["check", "show"]) find(id).disabled = !isReady;
}

function textOf(program) {
  return store.get(`text:${program.id}`) ?? program.text;
}

function typed(text) {
  const { program } = state;
  store.set(`text:${program.id}`, text === program.text ? null : text);
  find("original").hidden = text === program.text;
  forget();
}

// What was said about another text is not left on the page as if it were about this one.
function forget() {
  editor.mark();
  for (const id of ["verdict", "steps"]) find(id).classList.add("quiet");
}

function choose(program) {
  const isOther = state.program !== program;
  state.program = program;
  for (const link of find("programs").querySelectorAll("a")) {
    if (link.dataset.id === program.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  find("title").textContent = program.title;
  find("about").textContent = program.about ?? "";
  find("task").hidden = !program.task;
  if (program.task) find("task").lastElementChild.innerHTML = program.task;
  find("note").textContent = program.note ?? "";
  find("seed").hidden = !program.seed;
  find("check").textContent = program.exercise ? "Grade" : "Check";
  find("result-title").textContent = program.exercise ? "The steps of the exercise" : "All hands";
  editor.text = textOf(program);
  find("original").hidden = editor.text === program.text;
  if (isOther) {
    fill(find("verdict"), make("p", { class: "quiet" }, program.exercise
      ? "Grade asks the program step by step, the last step about every hand."
      : `Check asks the program about every hand of five cards, ${count(HANDS)} of them, and counts each showdown that it decides wrongly.`));
    fill(find("steps"));
  }
  document.title = `${program.title}: try it`;
}

function listed() {
  const groups = Map.groupBy?.(programs, (program) => program.group)
    ?? programs.reduce((all, each) => all.set(each.group, [...(all.get(each.group) ?? []), each]), new Map());
  fill(find("programs"), [...groups].map(([group, members]) => [
    make("h3", {}, group),
    make("ul", {}, members.map((program) => make("li", {}, make("a", {
      href: `#program=${program.id}`, "data-id": program.id,
      class: store.get(`done:${program.id}`) ? "done" : null,
    }, program.title)))),
  ]));
}

// --- Links. ---

async function link() {
  const about = new URLSearchParams({ program: state.program.id });
  for (const id of ["one", "two"]) if (find(id).value.trim()) about.set(id, find(id).value.trim());
  if (state.program.seed && state.seed) about.set("seed", state.seed);
  if (editor.text !== state.program.text || !programs.find(({ id }) => id === state.program.id)?.file) {
    about.set("text", await packed(editor.text));
  }
  return `${location.href.split("#")[0]}#${about}`;
}

// What a link says; a text in it is a program of its own, so that it replaces nobody's work.
async function follow() {
  const about = new URLSearchParams(location.hash.slice(1));
  let program = programs.find(({ id }) => id === about.get("program")) ?? programs[0];
  if (about.has("seed")) state.seed = find("seed").lastElementChild.value = about.get("seed");
  if (about.has("text")) {
    const original = program;
    try {
      program = { ...original, id: "link", group: "From a link", title: `${original.title}, from a link`,
        text: await unpacked(about.get("text")),
        note: "This text came with the link. Nothing of it runs before you click." };
    } catch {
      program = { ...original, note: "The text of this link cannot be read: is a part of it missing?" };
    }
    store.set("text:link", null);
    programs.splice(0, programs.length, ...programs.filter(({ id }) => id !== "link"), program);
    if (program.id !== "link") programs.pop();
    listed();
  }
  for (const id of ["one", "two"]) if (about.has(id)) find(id).value = about.get(id);
  choose(program);
  pressed();
}

// --- All hands. ---

function tells(doing, done) {
  const [bar, words] = find("progress").children;
  const isAll = doing === "every hand";
  if (isAll) { bar.max = HANDS; bar.value = done; } else bar.removeAttribute("value");
  words.textContent = isAll ? `${count(done)} of ${count(HANDS)} hands` : doing;
}

async function busy(about, target) {
  find("progress").hidden = find("stop").hidden = false;
  find("check").disabled = find("show").disabled = true;
  tells("starting", 0);
  const answer = await python.ask(about);
  find("progress").hidden = find("stop").hidden = true;
  find("check").disabled = find("show").disabled = !python.isReady;
  target.classList.remove("quiet");
  if (answer.stopped) fill(target, make("p", {}, "Stopped."));
  if (answer.problem) {
    if (answer.line) editor.mark(answer.line, answer.line, "wrong");
    fill(target, make("p", { class: "bad sentence" }, answer.problem), printed(answer));
  }
  return answer.stopped || answer.problem ? null : answer;
}

async function check() {
  const { program } = state;
  const about = { file: program.file, text: editor.text };
  const question = program.exercise
    ? { question: "grade", number: program.exercise, text: editor.text, seed: state.seed }
    : { question: "check", ...about };
  const answer = await busy(question, find("verdict"));
  if (!answer) return;
  fill(find("verdict"), program.exercise ? marked(answer) : judged(answer));
  if (program.exercise && !answer.sentence) { store.set(`done:${program.id}`, "1"); listed(); choose(program); }
  find("result").focus({ preventScroll: matchMedia("(min-width: 82rem)").matches });
}

function judged(verdict) {
  const words = { equivalent: "It is equivalent to the rules.", not_equivalent: "It is not equivalent." };
  const isRight = verdict.status === "equivalent";
  const parts = [make("p", { class: isRight ? "good sentence" : "bad sentence" },
    words[verdict.status] ?? "It could not be checked to the end.")];
  if (verdict.message) parts.push(make("p", { class: "mono" }, verdict.message));
  if (isRight) {
    parts.push(make("p", {}, `${count(verdict.hands)} hands, so ${count(verdict.showdowns)} showdowns, in the order of the rules: ${count(verdict.classes)} classes, ${count(verdict.classes)} keys.`));
  }
  if (verdict.share) {
    parts.push(make("p", {}, `${verdict.share}:`), make("p", {}, `${count(verdict.reversed)} reversed, ${count(verdict.false_ties)} false ties, ${count(verdict.false_wins)} false wins.`));
  }
  const [first, ...others] = verdict.families;
  if (first) parts.push(make("p", { class: "sentence" }, `${first.fault}`));
  if (verdict.hint) parts.push(make("p", {}, `${verdict.hint[0].toUpperCase()}${verdict.hint.slice(1)}.`));
  if (verdict.witness) parts.push(witness(verdict.witness));
  if (verdict.read) parts.push(read(verdict.read));
  if (others.length) {
    parts.push(make("details", {}, make("summary", {}, `${others.length} more kind${others.length > 1 ? "s" : ""} of fault`),
      make("ul", {}, others.slice(0, 30).map((family) => make("li", {}, family.fault)))));
  }
  if (verdict.key_that_wins_was_found_out) {
    parts.push(make("p", { class: "quiet" }, `${verdict.key_that_wins_was_found_out} keys win, by ${verdict.told_by}.`));
  }
  return [...parts, printed(verdict)];
}

function witness({ first, second, rules_say: right, evaluator_says: wrong }) {
  const side = ({ hand, name, key }) => make("div", { class: "dealt" }, drawn(hand),
    make("span", {}, name), make("span", {}, "key ", make("code", {}, literal(key))));
  const show = () => { find("one").value = first.hand; find("two").value = second.hand; pressed(); steps(); };
  return make("div", { class: "witness" }, side(first), side(second),
    make("p", {}, `By the rules the first ${right} the second; here it ${wrong} it.`),
    make("p", {}, make("button", { onclick: show }, "Show the steps of both")));
}

// A key as Python writes it, from JSON.
function literal(key) {
  if (Array.isArray(key)) return `(${key.map(literal).join(", ")}${key.length === 1 ? "," : ""})`;
  return typeof key === "string" ? `'${key}'` : String(key);
}

function marked({ steps: all, passed, points, sentence, lines = [], read: chapter, printed: text }) {
  const total = all.reduce((sum, [, worth]) => sum + worth, 0);
  const mine = points + all.slice(0, passed).reduce((sum, [, worth]) => sum + worth, 0);
  return [
    make("p", { class: sentence ? "bad sentence" : "good sentence" }, sentence ?? "Done: every step is right."),
    lines.length > 0 && make("pre", {}, lines.join("\n")),
    chapter && read(chapter),
    make("ol", { class: "marks" }, all.map(([name, worth], at) => make("li", {
      class: at < passed ? "good" : at > passed ? "quiet" : "bad",
    }, `${name}${worth > 1 ? `, ${worth} points` : ""}`, at < passed ? ": right" : at === passed ? ": wrong" : ""))),
    make("p", {}, `${mine} of ${total} points`),
    printed({ printed: text }),
  ];
}

function read({ number, title, page }) {
  return make("p", {}, "Read ", make("a", { href: page.replace("docs/", "../").replace(".md", ".html") }, `chapter ${number}, ${title}`), ".");
}

function printed({ printed: text }) {
  return text && [make("h3", {}, "It printed"), make("pre", { class: "printed" }, text)];
}

// --- A hand. ---

function nameOf(card) {
  return `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}

function face(tag, card, about = {}) {
  return make(tag, {
    class: `card${"dh".includes(card[1]) ? " red" : ""}`, "aria-label": nameOf(card), ...about,
  }, `${card[0] === "T" ? "10" : card[0]}\n${SUITS[card[1]]}`);
}

function drawn(hand) {
  return make("span", { class: "cards" }, hand.split(" ").map((card) => face("span", card, { role: "img" })));
}

function cardsOf(text) {
  return text.replaceAll("10", "T").match(/[2-9TJQKAtjqka][cdhsCDHS]/g)?.map((card) => card[0].toUpperCase() + card[1].toLowerCase()) ?? [];
}

// The card buttons fill the first hand, then the second.
function pick(card) {
  const into = ["one", "two"].map(find);
  const holder = into.find((field) => cardsOf(field.value).includes(card));
  const free = holder ?? into.find((field) => cardsOf(field.value).length < 5);
  if (!free) return;
  const cards = cardsOf(free.value);
  free.value = (holder ? cards.filter((each) => each !== card) : [...cards, card]).join(" ");
  pressed();
}

function pressed() {
  const chosen = new Set([...cardsOf(find("one").value), ...cardsOf(find("two").value)]);
  for (const button of find("cards").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", chosen.has(button.dataset.card));
  }
}

function deal() {
  const deck = [...RANKS].flatMap((rank) => Object.keys(SUITS).map((suit) => rank + suit));
  const draw = () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0];
  const hands = find("two").value.trim() ? ["one", "two"] : ["one"];
  for (const id of hands) find(id).value = Array.from({ length: 5 }, draw).join(" ");
  pressed();
}

async function steps() {
  const hands = ["one", "two"].map((id) => find(id).value.trim()).filter(Boolean);
  if (!hands.length) { deal(); hands.push(find("one").value); }
  const { program } = state;
  const about = { question: "show", file: program.file, text: editor.text, hands, strategy: program.strategy ?? "" };
  const answer = await busy(about, find("steps"));
  if (answer) fill(find("steps"), told(answer));
}

function told({ hands, outcome, decision, printed: text }) {
  const place = make("div");
  const walks = hands.map((hand) => new Walk(hand));
  const go = (at) => {
    fill(place, walks[at].element);
    walks[at].show(walks[at].at);
    for (const [number, button] of buttons.entries()) button.setAttribute("aria-pressed", number === at);
  };
  const buttons = hands.length < 2 ? [] : ["Steps of the first", "Steps of the second"].map((words, at) => make("button", { onclick: () => go(at) }, words));
  const dealt = hands.map(({ hand, name, key }) => make("div", { class: "dealt" }, drawn(hand), make("span", {}, name), make("span", {}, "key ", make("code", {}, key))));
  const parts = [make("div", { class: "witness" }, dealt)];
  if (decision) {
    parts.push(make("p", {}, `By the rules ${outcome}.`),
      make("p", { class: "sentence" }, `By the keys ${decision.winner}: ${decision.words}.`),
      make("table", {}, make("caption", { class: "quiet" }, "The keys, element by element"),
        make("thead", {}, make("tr", {}, ["element", "first", "second"].map((words) => make("th", { scope: "col" }, words)))),
        make("tbody", {}, decision.elements.map(([name, one, other], at) => make("tr", { class: at === decision.decisive ? "decides" : null },
          make("th", { scope: "row" }, name), make("td", { class: "mono" }, one), make("td", {}, other + (at === decision.decisive ? "   decides" : "")))))),
      make("div", { class: "moves" }, buttons));
  }
  queueMicrotask(() => go(0));
  return [...parts, place, printed({ printed: text })];
}

// The steps of a hand, back and forth; the line that runs is marked in the editor.
class Walk {
  constructor({ steps: all, of, hand }) {
    Object.assign(this, { all, of, at: 0 });
    this.last = all.length - 1;
    const move = (words, to) => make("button", { onclick: () => this.show(to()) }, words);
    this.back = [move("First", () => 0), move("Back", () => this.at - 1)];
    this.forth = [move("Next", () => this.at + 1), move("Last", () => this.last)];
    this.slider = make("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": "Step", oninput: () => this.show(Number(this.slider.value)) });
    this.words = make("output", { "aria-live": "polite" });
    this.picture = make("pre", { class: "picture" });
    this.values = make("tbody");
    this.element = make("div", { role: "group", "aria-label": `Steps of ${hand}`, onkeydown: (event) => this.key(event) },
      make("div", { class: "moves" }, this.back, this.slider, this.forth), this.words,
      this.picture, make("table", { "aria-label": "Values" }, this.values),
      of > all.length && make("p", { class: "quiet" }, `The first ${count(all.length)} of ${count(of)} steps.`));
  }

  key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined || event.target === this.slider) return;
    event.preventDefault();
    this.show(to);
  }

  show(to) {
    this.at = Math.min(Math.max(to, 0), this.last);
    const step = this.all[this.at];
    editor.mark(step.first, step.last);
    const result = step.made.length ? ` → ${step.made.join(", ")}` : "";
    this.words.textContent = `Step ${this.at} of ${this.of - 1}, line ${step.first}: ${step.statement}${result}`;
    fill(this.picture, step.picture.map((line) => [...line.map(([text, role]) => (role ? make("span", { class: role }, text) : text)), "\n"]));
    fill(this.values, step.values.map(([name, value, isNew]) => make("tr", { class: isNew ? "new" : null }, make("th", { scope: "row", class: "mono" }, name), make("td", {}, value))));
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `${this.at} of ${this.last}, line ${step.first}`);
    for (const button of this.back) button.setAttribute("aria-disabled", this.at === 0);
    for (const button of this.forth) button.setAttribute("aria-disabled", this.at === this.last);
  }
}

// --- Connect. ---

listed();
fill(find("cards").querySelector("div"), [...RANKS].reverse().flatMap((rank) => rank).length && Object.keys(SUITS).reverse().flatMap((suit) => [...RANKS].reverse().map((rank) => face("button", rank + suit, { type: "button", "data-card": rank + suit, "aria-pressed": "false", onclick: () => pick(rank + suit) }))));
find("used").textContent = used.join(", ");
find("check").addEventListener("click", check);
find("stop").addEventListener("click", () => python.end());
find("deal").addEventListener("click", deal);
find("dealt").addEventListener("submit", (event) => { event.preventDefault(); steps(); });
find("dealt").addEventListener("input", pressed);
find("original").addEventListener("click", () => {
  editor.text = state.program.text;
  typed(editor.text);
});
find("link").addEventListener("click", async () => {
  const address = await link();
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    find("copied").textContent = "Copied";
  } catch {
    find("copied").textContent = "The address of this page is the link now";
  }
});
find("seed").lastElementChild.value = state.seed;
find("seed").lastElementChild.addEventListener("change", async ({ target }) => {
  state.seed = target.value.trim();
  store.set("seed", state.seed);
  if (!state.seed || !python.isReady) return;
  const answer = await busy({ question: "stub", seed: state.seed }, find("verdict"));
  if (answer) { editor.text = answer.text; typed(answer.text); }
});
if (matchMedia("(max-width: 59.9rem)").matches) find("list").open = false;
find("programs").addEventListener("click", () => {
  if (matchMedia("(max-width: 59.9rem)").matches) find("list").open = false;
});
addEventListener("hashchange", follow);
await follow();
requestAnimationFrame(() => setTimeout(() => python.start()));
