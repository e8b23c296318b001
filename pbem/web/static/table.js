/* Steppers for placing colonists, a look at the table while others decide, and a word that somebody is there. Without this file the steppers are plain
   number inputs of the same form, and the page stays as it is until it is opened again. */
"use strict";
// A choice that can no longer be made is said once: loaded again, the page does not ask for it any more.
if (document.querySelector("[data-forget]")) history.replaceState(null, "", location.pathname);
// Who touches the page is there: letters wait meanwhile. It is said at most twice a minute, and by people alone:
// mail scanners open pages too, also with scripts, but touch nothing.
(() => {
  const table = document.querySelector("[data-here]");
  if (!table) return;
  let again = 0;
  function touched(event) {
    if (!event.isTrusted || Date.now() < again) return;
    again = Date.now() + 30000;
    const headers = { "X-CSRFToken": table.dataset.token };
    fetch(table.dataset.here, { method: "POST", headers, keepalive: true }).catch(() => { /* the line is down */ });
  }
  for (const kind of ["pointerdown", "keydown", "touchstart"]) addEventListener(kind, touched, { passive: true });
})();
(() => {
  const turn = document.querySelector("[data-watch]");
  if (!turn) return;
  // Nothing is half chosen on this page, as nothing is mine to decide: it may be replaced.
  setInterval(async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const answer = await fetch(turn.dataset.watch, { headers: { Accept: "application/json" } });
      if (answer.ok && String((await answer.json()).ply) !== turn.dataset.ply) location.reload();
    } catch { /* the line is down: ask again later */ }
  }, 5000);
})();
(() => {
  const pool = document.getElementById("pool");
  const fields = document.getElementById("steppers");
  if (!pool || !fields) return;
  const total = Number(pool.dataset.colonists);
  const inputs = [...fields.querySelectorAll("input[type=number]")];
  const person = '<svg class="i KIND" aria-hidden="true"><use href="#colonist"/></svg>';

  const value = (input) => Math.trunc(Number(input.value)) || 0;

  function show() {
    const placed = inputs.reduce((sum, input) => sum + value(input), 0);
    const left = total - placed;
    const words = left > 0 ? pool.dataset.left : left < 0 ? pool.dataset.over : pool.dataset.none;
    pool.innerHTML = person.replace("KIND", "person").repeat(Math.max(0, Math.min(left, 40)));
    const says = document.createElement("span");
    says.className = "sm mut";
    says.textContent = words.replace("%(left)s", Math.abs(left));
    pool.append(says);
    for (const input of inputs) {
      const [fewer, more] = input.parentElement.querySelectorAll("button");
      fewer.disabled = value(input) <= 0;
      more.disabled = value(input) >= Number(input.max) || left <= 0;
    }
  }

  function button(sign, name, step, input) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", () => {
      input.value = Math.max(0, Math.min(Number(input.max), value(input) + step));
      show();
    });
    return made;
  }

  for (const input of inputs) {
    const box = input.parentElement;
    box.classList.add("js");
    box.prepend(button("−", box.dataset.fewer, -1, input));
    box.append(button("+", box.dataset.more, 1, input));
    input.addEventListener("input", show);
  }
  pool.hidden = false;
  pool.setAttribute("role", "status");
  show();
})();
