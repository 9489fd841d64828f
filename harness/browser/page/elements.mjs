// Elements of the page, made from text and never from HTML.
export const find = (id) => document.getElementById(id);
export const count = (number) => number.toLocaleString("en");

const there = (children) => children.flat(Infinity).filter((child) => child || child === 0);

// An element such as make("p.quiet", "text") or make("button", { onclick: go }, "Go").
export function make(what, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  const isAbout = children[0]?.constructor === Object;
  for (const [name, value] of Object.entries(isAbout ? children.shift() : {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...there(children));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...there(children));
}

// A table with a heading for each column; the first cell of a row is its heading.
export function table(caption, columns, rows) {
  const cells = ([name, ...others]) => [
    make("th", { scope: "row" }, name),
    others.map((text) => make("td", text)),
  ];
  return make(
    "table",
    caption && make("caption.quiet", caption),
    columns.length > 0 &&
      make("thead", make("tr", columns.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", rows.map(([kind, row]) => make(kind ? `tr.${kind}` : "tr", cells(row)))),
  );
}
