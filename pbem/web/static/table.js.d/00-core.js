/* The table's one script, sent as table.js: its parts one after the other. Without it every form and link works as well; it only makes
   things nicer. The page consists of parts (data-part="turn", "boards", …): what is new is fetched as the whole page and taken over part by part. */
"use strict";
const page = (() => {
  const inits = [];
  const held = new Set();
  const sent = new WeakMap(); // each part as it came, before any script touched it

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

  const isHeld = (part) => held.has(part);

  /* Takes over the parts of a page as it was fetched, but those in `keep` and those that are held; with `force` the turn
     even so, as it is when the decision that was begun is mine no more. What is as it was stays untouched. With `only` it
     takes those parts alone, and they say nothing about how far the game is. A part may lie in another.
     False: it is a page of another kind. */
  function show(html, { keep = [], only = null, force = false } = {}) {
    const next = new DOMParser().parseFromString(html, "text/html");
    const main = document.querySelector("main"), fresh = next.querySelector("main");
    if (!fresh || !main || fresh.className !== main.className) return false;
    if (fresh.querySelector("[data-part=count]") && !main.querySelector("[data-part=count]")) return false; // the game is over
    if (Number(fresh.dataset.ply) < Number(main.dataset.ply)) return true; // it was overtaken on its way
    document.title = next.title;
    draw(next);
    const stay = steady();
    const old = parts(document), then = parts(next);
    if (force || fresh.dataset.turn !== main.dataset.turn) {
      held.delete("turn");
      sent.delete(old.get("turn")); // however alike, it is another decision
    }
    const wanted = (name) => !keep.includes(name) && !held.has(name) && (!only || only.includes(name));
    for (const [name, part] of then) if (wanted(name)) take(old.get(name), part, old);
    if (!only) {
      for (const [name, part] of old) if (!then.has(name) && wanted(name)) part.remove();
      for (const name of Object.keys(fresh.dataset)) main.dataset[name] = fresh.dataset[name];
    }
    stay();
    return true;
  }

  function take(old, part, all) {
    const text = plain(part);
    if (!old) {
      const before = all.get(part.previousElementSibling?.dataset.part);
      if (!before?.isConnected) return;
      before.after(part);
    } else {
      if (!old.isConnected || sent.get(old) === text) return;
      remember(old, part);
      const on = old.contains(document.activeElement) ? document.activeElement : null, at = stops(old).indexOf(on);
      old.replaceWith(part);
      if (on) refocus((on.id && part.querySelector(`#${CSS.escape(on.id)}`)) || stops(part)[at]);
    }
    keepAsSent(part, text);
    for (const init of inits) init(part);
  }

  const parts = (root) => new Map([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));

  /* Where the keyboard can be: who is there stays there when the part is taken over. */
  const stops = (part) => [...part.querySelectorAll("a, button, input, textarea, summary, [tabindex]")];

  function refocus(stop) {
    if (stop?.matches("h1, h2")) stop.tabIndex = -1; // a heading is a stop only after a move
    stop?.focus({ preventScroll: true });
  }

  /* The part in letters, without what is another on every page. */
  const plain = (part) => part.outerHTML.replace(/(name="(?:csrf_token|key|ply)" value=")[^"]*/g, "$1");

  function keepAsSent(part, text) {
    sent.set(part, text);
    for (const inner of part.querySelectorAll("[data-part]")) sent.set(inner, plain(inner));
  }
  for (const part of parts(document).values()) sent.set(part, plain(part));

  /* What somebody has opened stays open. */
  function remember(old, part) {
    for (const open of old.querySelectorAll("details[open][id]")) {
      const same = part.querySelector(`#${CSS.escape(open.id)}`);
      if (same) same.open = true;
    }
  }

  /* Adds the drawings that the new page uses and this one did not. */
  function draw(next) {
    const sprite = document.querySelector(".sprite");
    for (const symbol of next.querySelectorAll(".sprite > symbol")) {
      if (!document.getElementById(symbol.id)) sprite?.append(symbol);
    }
  }

  /* Notes what is in the middle of the screen, and gives what moves it back there (Safari does not by itself). */
  function steady() {
    if (CSS.supports("overflow-anchor", "auto")) return () => {};
    const name = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("[data-part]")?.dataset.part;
    const top = () => (name ? document.querySelector(`[data-part="${name}"]`)?.getBoundingClientRect().top ?? 0 : 0);
    const before = top();
    return () => scrollBy(0, top() - before);
  }

  /* Says politely, to who cannot see it, what has changed. */
  function say(text) {
    const line = document.getElementById("says");
    if (line) line.textContent = text;
  }

  /* The page at that address, or no HTML when it is another kind of answer. Rejects when the line is down, or hangs. */
  async function load(url, options = {}) {
    const answer = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(60000), ...options });
    const isPage = (answer.headers.get("Content-Type") || "").startsWith("text/html");
    return { ok: answer.ok, status: answer.status, url: answer.url, html: isPage ? await answer.text() : "" };
  }

  return { each, hold, isHeld, show, say, load };
})();
// A choice that can no longer be made is said once: loaded again, the page does not ask for it any more.
if (document.querySelector("[data-forget]")) history.replaceState(null, "", location.pathname);
