/* The cards of pieces: a tap, Enter or the focus of the keyboard opens one, Esc closes it. The pieces of a group are one stop
   of the Tab key; arrows go from one to the next. Without this every piece is a link to its card. */
(() => {
  const AIMS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let byKey = false;

  const cardOf = (piece) => document.getElementById(piece.dataset.card || (piece.getAttribute("href") || "").slice(1));

  function open(piece) {
    const card = cardOf(piece);
    if (!card || !card.showPopover) return false;
    const state = card.querySelector(".state");
    state.textContent = "";
    const said = piece.getAttribute("aria-label") || (piece.querySelector(":scope > .vh") || state).textContent;
    const name = card.querySelector("b").textContent;
    state.textContent = said.startsWith(name) ? said.slice(name.length).replace(/^[,:]\s*/, "") : said;
    state.hidden = !state.textContent;
    card.style.cssText = "";
    card.showPopover();
    if (innerWidth < 700) return true;
    const at = piece.getBoundingClientRect();
    const below = at.bottom + 10 + card.offsetHeight < innerHeight;
    card.style.inset = `${below ? at.bottom + 10 : Math.max(8, at.top - 10 - card.offsetHeight)}px auto auto ${
      Math.max(8, Math.min(at.left, innerWidth - card.offsetWidth - 24))}px`;
    return true;
  }

  const shut = () => { for (const card of document.querySelectorAll(".pop:popover-open")) card.hidePopover(); };

  addEventListener("pointerdown", () => { byKey = false; }, true);
  addEventListener("keydown", () => { byKey = true; }, true);
  document.addEventListener("click", (event) => {
    const piece = event.target.closest && event.target.closest('a[href^="#c-"], .pop .shut');
    if (!piece) return;
    if (piece.classList.contains("shut")) {
      if (!piece.closest(":popover-open")) return;
      shut();
    } else if (!open(piece)) return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const block = event.target.closest("[data-rove]");
    if (!block) return;
    for (const stop of block.querySelectorAll("a")) stop.setAttribute("tabindex", stop === event.target ? 0 : -1);
    if (byKey) open(event.target);
  });
  document.addEventListener("focusout", (event) => { if (event.target.closest("[data-rove]") && byKey) shut(); });

  /* The nearest piece in the direction of the arrow: what lies across counts three times. */
  function next(stops, from, [right, down]) {
    const middle = (stop) => { const box = stop.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const stop of stops) {
      const [a, b] = middle(stop), along = (a - x) * right + (b - y) * down;
      const far = along + 3 * Math.abs((a - x) * down + (b - y) * right);
      if (along > 4 && far < least) [best, least] = [stop, far];
    }
    return best;
  }

  page.each((root) => {
    for (const block of root.querySelectorAll("[data-rove]")) {
      const stops = [...block.querySelectorAll("a")];
      stops.forEach((stop, n) => stop.setAttribute("tabindex", n ? -1 : 0));
      block.addEventListener("keydown", (event) => {
        const to = event.key === "Home" ? stops[0] : event.key === "End" ? stops[stops.length - 1]
          : AIMS[event.key] && next(stops, event.target.closest("a"), AIMS[event.key]);
        if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        to.focus();
      });
    }
  });
})();
