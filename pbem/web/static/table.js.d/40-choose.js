/* Choosing in place: what is chosen is shown on the board, a piece that is touched is chosen, and a move is sent without
   loading the page anew. The part "turn" is held from the first touch, so that no news throws a half-made choice away. */
(() => {
  const BOARD = ["harbour", "boards", "market", "at-hand", "does"];
  let looks = 0, timer, isBusy = false;
  const form = () => document.getElementById("choose");

  /* The move that is set, in notation 2, or "". */
  function chosen() {
    const option = form().querySelector("input.o:checked");
    if (!option) {
      const placed = [...new FormData(form())].filter(([name, n]) => name.startsWith("n-") && Number(n) > 0);
      return placed.length ? `place ${placed.map(([name, n]) => `${name.slice(2)}=${n}`).join(" ")}` : "";
    }
    const box = [...form().querySelectorAll("[data-adds]:checked")]
      .find((tick) => !tick.closest(".opt") || tick.closest(".opt").contains(option));
    return option.value + (box ? box.dataset.adds : "");
  }

  /* Shows the board as it would be. A page of a table that has moved on is left to who looks for news. */
  async function look() {
    const number = ++looks, move = form() && chosen();
    if (!move) return;
    try {
      const answer = await page.load(form().dataset.look + encodeURIComponent(move));
      const isSame = answer.html.includes(`name="ply" value="${form()?.elements.ply.value}"`);
      if (number === looks && answer.ok && isSame) page.show(answer.html, { only: BOARD });
    } catch { /* the line is down: the choice stands without its picture */ }
  }

  function touched(event) {
    if (!event.target.closest("#turn")) return;
    page.hold("turn", true);
    clearTimeout(timer);
    if (event.target.closest("#choose")) timer = setTimeout(look, event.target.type === "number" ? 250 : 60);
  }
  addEventListener("change", touched);
  addEventListener("input", touched);

  /* A piece of the board that stands for a move sets it: the row of it, or the steppers as it has them. */
  addEventListener("click", (event) => {
    const move = event.target.closest("[data-move]")?.dataset.move;
    if (!move || !form() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const plain = move.replace(/ [+-]colonist$/, "");
    const option = [...form().querySelectorAll("input.o")].find((each) => each.value === move || each.value === plain);
    const fields = move.startsWith("place") ? [...form().querySelectorAll("#steppers input")] : [];
    if (!option && !fields.length) return;
    event.preventDefault();
    const counts = new Map(move.split(" ").slice(1).map((pair) => pair.split("=")));
    for (const field of fields) field.value = counts.get(field.name.slice(2)) || 0;
    if (option) option.checked = true;
    (option || fields[0]).dispatchEvent(new Event(option ? "change" : "input", { bubbles: true }));
    if (option) page.say(form().querySelector(`label[for=${option.id}]`).innerText);
  });

  function failed(text) {
    const line = document.getElementById("failed");
    if (!line) return;
    line.hidden = !text;
    line.lastElementChild.textContent = text;
  }

  /* A page that has other parts, as of a session that is lost, says its own sentence at the choice. */
  function shown(answer) {
    if (page.show(answer.html, { force: true })) return true;
    if (answer.ok) {
      location.assign(answer.url);
      return false;
    }
    const main = new DOMParser().parseFromString(answer.html, "text/html").querySelector("main");
    failed(main ? main.textContent.trim().replace(/\s+/g, " ") : document.getElementById("failed").dataset.says);
    return false;
  }

  function arrived(answer) {
    page.hold("turn", false);
    if (answer.ok) history.replaceState(null, "", answer.url);
    const said = document.querySelector("#turn .told");
    const next = document.getElementById("refused") || document.getElementById(form() ? "ask" : "since");
    if (said) page.say(said.innerText);
    if (next) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
    (document.getElementById("refused") || said || next)?.scrollIntoView({ block: "nearest" }); // the receipt first, wherever the focus is
  }

  addEventListener("submit", async (event) => {
    const sent = event.target;
    if (!sent.closest("#turn") || !sent.action.endsWith("/move")) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    looks++;
    failed("");
    const body = new URLSearchParams(new FormData(sent, event.submitter));
    const button = event.submitter || sent.querySelector(".btn");
    button.setAttribute("aria-busy", "true");
    try {
      const answer = await page.load(sent.action, { method: "POST", body });
      if (answer.status >= 500) throw new Error(answer.status);
      if (shown(answer)) arrived(answer);
    } catch {
      failed(document.getElementById("failed")?.dataset.says);
    }
    button.removeAttribute("aria-busy");
    isBusy = false;
  });
})();
