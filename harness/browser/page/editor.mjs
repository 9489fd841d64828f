// The editor: CodeMirror, with one range of lines marked as the one that runs, or as the wrong one.
import { basicSetup, EditorView } from "./editor/codemirror.mjs";
import { python } from "./editor/codemirror-lang-python.mjs";
import { foldEffect, indentUnit, syntaxHighlighting } from "./editor/codemirror-language.mjs";
import { EditorState, StateEffect, StateField } from "./editor/codemirror-state.mjs";
import { Decoration } from "./editor/codemirror-view.mjs";
import { classHighlighter } from "./editor/lezer-highlight.mjs";

const marking = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(marked, change) {
    for (const effect of change.effects) {
      if (!effect.is(marking)) continue;
      const { first, last, kind } = effect.value;
      const lines = [];
      for (let line = first; line && line <= Math.min(last, change.state.doc.lines); line += 1) {
        lines.push(Decoration.line({ class: kind }).range(change.state.doc.line(line).from));
      }
      return Decoration.set(lines);
    }
    return change.docChanged ? Decoration.none : marked;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  constructor(parent, changed) {
    const heard = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.filling) changed(this.text);
    });
    const label = EditorView.contentAttributes.of({ "aria-label": "Program" });
    this.extensions = [
      basicSetup, python(), indentUnit.of("    "), syntaxHighlighting(classHighlighter),
      EditorView.lineWrapping, marks, heard, label,
    ];
    this.view = new EditorView({ parent, extensions: this.extensions });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.filling = true;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    this.filling = false;
  }

  // Fold the docstring at the beginning down to its first line.
  fold() {
    const [whole, line] = /^"""(.*)\n[^]*?"""/.exec(this.text) ?? [];
    if (!whole) return;
    const [from, to] = [line.length + 3, whole.length - 3];
    this.view.dispatch({ effects: foldEffect.of({ from, to }) });
  }

  // Another text for the same program; undo brings the old one back.
  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  // Mark lines from first to last, and scroll them into view; without lines, nothing is marked.
  mark(first = 0, last = first, kind = "here") {
    const effects = [marking.of({ first, last, kind })];
    if (first && first <= this.view.state.doc.lines) {
      const { from } = this.view.state.doc.line(first);
      effects.push(EditorView.scrollIntoView(from, { y: "nearest", yMargin: 60 }));
    }
    this.view.dispatch({ effects });
  }
}
