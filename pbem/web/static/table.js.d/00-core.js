/* The table's one script, sent as table.js: its parts one after the other. Without it every form and link works as well; it only makes
   things nicer. The page consists of parts (data-part="turn", "boards", …): what is new is fetched as the whole page and taken over part by part. */
"use strict";
const page = (() => {
  const inits = [];
  const held = new Set();

  /* Has `init(root)` run for the page as it stands, and for every part that is put in its place later. */
  function each(init) {
    inits.push(init);
    init(document);
  }

  /* Keeps a part from being taken over while `is` is true, as somebody has begun something there. */
  function hold(part, is) {
    if (is) held.add(part);
    else held.delete(part);
  }

  /* Takes over the parts of a page as it was fetched, but those in `keep` and, unless `force`, those that are held.
     With `only` it takes those alone, and they say nothing about how far the game is. A part may lie in another. */
  function show(html, { keep = [], only = null, force = false } = {}) {
    const next = new DOMParser().parseFromString(html, "text/html");
    const main = document.querySelector("main");
    const fresh = next.querySelector("main");
    if (!fresh || !main || fresh.className !== main.className) return false;
    document.title = next.title;
    const now = parts(document), then = parts(next);
    for (const [name, part] of then) {
      const old = now.get(name);
      if (!old?.isConnected || keep.includes(name) || (only && !only.includes(name)) || (held.has(name) && !force)) continue;
      if (force) held.delete(name);
      remember(old, part);
      const at = stops(old).indexOf(document.activeElement);
      old.replaceWith(part);
      stops(part)[at]?.focus({ preventScroll: true });
      for (const init of inits) init(part);
    }
    if (!only) for (const name of Object.keys(fresh.dataset)) main.dataset[name] = fresh.dataset[name];
    return true;
  }

  const parts = (root) => new Map([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));

  /* Where the keyboard can be: who is there stays there when the part is taken over. */
  const stops = (part) => [...part.querySelectorAll("a, button, input, summary, [tabindex]")];

  /* What somebody has opened stays open. */
  function remember(old, part) {
    for (const open of old.querySelectorAll("details[open][id]")) {
      const same = part.querySelector(`#${CSS.escape(open.id)}`);
      if (same) same.open = true;
    }
  }

  /* Says politely, to who cannot see it, what has changed. */
  function say(text) {
    const line = document.getElementById("says");
    if (line) line.textContent = text;
  }

  /* The page at that address, or null when the line is down, the seat is lost, or it is another page altogether. */
  async function load(url, options = {}) {
    const answer = await fetch(url, { credentials: "same-origin", ...options });
    const isPage = (answer.headers.get("Content-Type") || "").startsWith("text/html");
    return { ok: answer.ok, status: answer.status, url: answer.url, html: isPage ? await answer.text() : "" };
  }

  return { each, hold, show, say, load };
})();
