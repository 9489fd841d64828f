// What is kept on this device, and what a link holds.
const PREFIX = "allhands:";
const MOST = 1000000; // bytes of a text in a link
const unsaved = new Map(); // where the store is full or forbidden, a text lives as long as the page

export const store = {
  get(name) {
    try {
      return unsaved.get(name) ?? localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    unsaved.delete(name);
    try {
      if (value === null) localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, value);
    } catch {
      unsaved.set(name, value);
    }
  },
};

async function through(stream, bytes) {
  const streamed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(streamed).arrayBuffer());
}

// A text as letters, digits, - and _.
export async function packed(text) {
  const bytes = new TextEncoder().encode(text);
  const short = await through(new CompressionStream("deflate-raw"), bytes);
  const letters = btoa(Array.from(short, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The text of such letters; an error if they are not of one.
export async function unpacked(letters) {
  const short = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(short, (letter) => letter.charCodeAt(0));
  const parts = [];
  let size = 0;
  for await (const part of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))) {
    parts.push(part);
    if ((size += part.length) > MOST) throw new Error("too long");
  }
  return new Blob(parts).text();
}
