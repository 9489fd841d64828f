// The page: which program, its text, and what Python says about it.
import { cardsOf, deal, hands, setHands } from "./cards.mjs";
import { Editor } from "./editor.mjs";
import { count, fill, find, make } from "./elements.mjs";
import { Python } from "./python.mjs";
import { judged, marked, printed } from "./said.mjs";
import { packed, store, unpacked } from "./state.mjs";
import { stepped } from "./steps.mjs";

const FIRST = ["count-buckets-lesson", "Kd Ks 7c 7h 5s"]; // what a link without a program opens
const HANDS = 2598960;
const MANY = 50000; // hands after which the page says how long the rest takes
const CHECK = `Check asks the program about every hand of five cards, ${count(HANDS)} of them, and
  counts each showdown that it decides wrongly.`;
const GRADE = "Grade takes one step after another; the last ones are about every hand.";
const FROM_A_LINK = `This text came with the link. Nothing of it runs before you click. It could
  deceive this page: for marks, use allhands grade.`;
const BROKEN_LINK = "The text of this link cannot be read: is a part of it missing?";
const NARROW = matchMedia("(max-width: 59.9rem)");
const WIDE = matchMedia("(min-width: 74rem)");

const { programs, used } = await (await fetch("programs.json")).json();
const editor = new Editor(find("editor"), typed);
const seed = find("seed").lastElementChild;
const python = new Python(says, tells);
let program, began;

// --- Programs. ---

function list() {
  const groups = new Map();
  for (const each of programs) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  const entry = ({ id, title, href = `#program=${id}` }) => make("li",
    make(store.get(`done:${id}`) ? "a.done" : "a", { href, "data-id": id }, title));
  fill(find("programs"), [...groups].map(([group, members]) =>
    [make("h3", group), make("ul", members.map(entry))]));
}

function choose(chosen) {
  const { id, title, about = "", note = "", task, exercise } = chosen;
  if (program !== chosen) {
    if (python.waiting) python.end();
    program = chosen;
    for (const part of [find("verdict"), find("steps")]) part.classList.remove("quiet");
    fill(find("verdict"), make("p.quiet", exercise ? GRADE : CHECK));
    fill(find("steps"));
    find("copied").textContent = "";
  }
  for (const link of find("programs").querySelectorAll("a")) {
    if (link.dataset.id === id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${title}: try it`;
  find("title").textContent = title;
  find("about").textContent = about;
  find("note").textContent = note;
  find("task").hidden = !task;
  find("task").lastElementChild.innerHTML = task ?? ""; // written by us, when the site was built
  find("seed").hidden = !program.seed;
  find("check").textContent = exercise ? "Grade" : "Check";
  find("result-title").textContent = exercise ? "The steps of the exercise" : "All hands";
  editor.text = store.get(`text:${id}`) ?? program.text;
  // On a telephone, the cards of a lesson stand above its text, which begins folded.
  const isShort = NARROW.matches && !exercise;
  find(isShort ? "about" : "result").after(find("hand"));
  if (isShort) editor.fold();
  find("original").hidden = editor.text === program.text;
}

function typed(text) {
  store.set(`text:${program.id}`, text === program.text ? null : text);
  find("original").hidden = text === program.text;
  editor.mark();
  // A result for another text does not look like a result for this one.
  for (const id of ["verdict", "steps"]) find(id).classList.add("quiet");
}

// --- Links. ---

async function link() {
  const [one, two] = hands();
  const about = new URLSearchParams({ program: program.origin ?? program.id });
  if (one) about.set("one", one);
  if (two) about.set("two", two);
  if (program.seed && seed.value) about.set("seed", seed.value);
  if (program.origin || editor.text !== program.text) about.set("text", await packed(editor.text));
  return `${location.href.split("#")[0]}#${about}`;
}

async function copy() {
  const address = await link();
  const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  if (!isCopied) history.replaceState(null, "", address);
  find("copied").textContent = isCopied ? "Copied" : "The address of this page is the link now";
}

// A text in a link is a program of its own, so that it replaces nobody's work.
async function follow() {
  const about = new URLSearchParams(location.hash.slice(1));
  if (program && !about.get("program")) return;
  if (!about.get("program") && !hands().length) setHands(FIRST[1]);
  const named = (name) => programs.find(({ id }) => id === name);
  let chosen = named(about.get("program")) ?? named(FIRST[0]);
  if (about.has("seed")) seed.value = about.get("seed");
  if (about.has("text")) {
    const { id: origin, title } = chosen;
    const [id, href] = [`link-${about.get("text")}`, location.hash];
    try {
      const text = await unpacked(about.get("text"));
      const own = { id, href, origin, text, title: `${title}, from a link`, note: FROM_A_LINK };
      chosen = named(id) ?? { ...chosen, ...own, group: "From links" };
      if (!programs.includes(chosen)) programs.push(chosen);
      list();
    } catch {
      chosen = { ...chosen, note: BROKEN_LINK };
    }
  }
  if (about.has("one")) {
    setHands(...["one", "two"].map((name) => cardsOf(about.get(name) ?? "").join(" ")));
  }
  choose(chosen);
}

// Its address would replace that of the program.
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  find("program").focus();
};

// --- Python. ---

function says(words, isReady) {
  find("python").textContent = words;
  const isBusy = Boolean(python.waiting);
  for (const part of [find("check"), find("show"), seed]) part.disabled = isBusy || !isReady;
}

function tells({ doing, done, known, hands }) {
  const [bar, words] = find("progress").children;
  const isAll = doing === "every hand";
  if (!isAll || !done) began = performance.now();
  if (hands) bar.max = hands;
  if (isAll) bar.value = done;
  else bar.removeAttribute("value");
  const left = ((performance.now() - began) / done) * (hands - done);
  const rest = done > MANY ? `, ${Math.ceil(left / 1000)} s left` : "";
  words.textContent = isAll ? `${count(done)} of ${count(hands)} hands${rest}` : doing;
  if (known) find("known").textContent = known;
}

// The answer to a question, or null: then the page says why.
async function ask(question, target) {
  if (python.waiting) return null;
  const [asked, text] = [program, editor.text];
  const toggle = (isBusy) => {
    find("progress").hidden = find("stop").hidden = !isBusy;
    for (const part of [find("check"), find("show"), seed]) part.disabled = isBusy || !python.isReady;
  };
  editor.mark();
  toggle(true);
  find("stop").focus({ preventScroll: true });
  find("known").textContent = "";
  tells({ doing: "starting" });
  const answer = await python.ask(question);
  toggle(false);
  if (asked !== program) return null;
  if (text === editor.text) target.classList.remove("quiet");
  if (answer.line) editor.mark(answer.line, answer.line, "wrong");
  if (answer.stopped) fill(target, make("p", "Stopped."));
  if (answer.problem) fill(target, make("p.bad.sentence", answer.problem), printed(answer));
  return answer.stopped || answer.problem ? null : answer;
}

async function check() {
  const { exercise, file, id } = program;
  const text = editor.text;
  const answer = await ask(exercise
    ? { question: "grade", number: exercise, text, seed: seed.value.trim() }
    : { question: "check", file, text }, find("verdict"));
  if (!answer) return;
  fill(find("verdict"), exercise ? marked(answer) : judged(answer, (one, two) => {
    setHands(one, two);
    steps();
  }));
  if (exercise && !answer.sentence && !program.origin) {
    store.set(`done:${id}`, "yes");
    find("programs").querySelector(`[data-id="${id}"]`)?.classList.add("done");
  }
  find("result").focus({ preventScroll: WIDE.matches });
}

async function steps() {
  if (!hands().length) deal();
  const { file, strategy = "" } = program;
  const question = { question: "show", file, text: editor.text, hands: hands(), strategy };
  const answer = await ask(question, find("steps"));
  if (!answer) return;
  fill(find("steps"), stepped(answer, editor));
  find("steps").querySelector("button")?.focus({ preventScroll: true });
}

async function stub() {
  const own = seed.value.trim();
  store.set("seed", own || null);
  const [, named] = /--seed (\S+)/.exec(editor.text) ?? [];
  if (!own || own === named || !python.isReady) return; // pasted work of this seed stays
  const answer = await ask({ question: "stub", seed: seed.value }, find("verdict"));
  if (answer) editor.replace(answer.text);
}

list();
seed.value = store.get("seed") ?? "";
find("used").textContent = used.join(", ");
find("check").addEventListener("click", check);
find("stop").addEventListener("click", () => python.end());
find("original").addEventListener("click", () => editor.replace(program.text));
find("link").addEventListener("click", copy);
seed.addEventListener("change", stub);
find("dealt").addEventListener("submit", (event) => {
  event.preventDefault();
  steps();
});
const fold = () => find("list").toggleAttribute("open", !NARROW.matches);
fold();
find("programs").addEventListener("click", fold);
addEventListener("hashchange", follow);
await follow();
requestAnimationFrame(() => setTimeout(() => python.start()));
