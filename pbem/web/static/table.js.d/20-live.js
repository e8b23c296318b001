/* Looks whether anything has changed: every 5 seconds while somebody is there, less often while nobody is, less and less
   while the line is down. What changed is said over the bar and taken over, but for what somebody has begun. */
(() => {
  const main = document.querySelector("main[data-now]");
  if (!main) return;
  const MINUTE = 60000;
  let timer, failed = 0, isBusy = false, touched = Date.now();

  function pause() {
    if (failed) return Math.min(2500 * 2 ** failed, MINUTE);
    const idle = Date.now() - touched;
    return document.hidden || idle > 30 * MINUTE ? MINUTE : idle > 5 * MINUTE ? 3 * 5000 : 5000;
  }

  const line = () => document.getElementById("news");

  const told = () => line()?.querySelector("span").textContent;

  /* Shows a sentence over the bar; "" takes it away. */
  function tell(text) {
    if (!line()) return;
    line().querySelector("span").textContent = text;
    line().hidden = !text;
    if (text) page.say(text);
  }

  async function look() {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    try {
      const answer = await fetch(main.dataset.now, { headers: { "If-None-Match": main.dataset.tag }, signal: AbortSignal.timeout(20000) });
      if (answer.status === 401 || answer.status === 403) return tell(line()?.dataset.lost); // and asks no more
      if (answer.ok) await take();
      else if (answer.status !== 304) throw new Error(answer.status);
      if ([line()?.dataset.down, line()?.dataset.lost].includes(told())) tell("");
      failed = 0;
    } catch {
      failed += 1;
      if (failed === 2) tell(line()?.dataset.down);
    } finally {
      isBusy = false;
    }
    timer = setTimeout(look, pause());
  }

  async function take() {
    const answer = await page.load(`${location.pathname}?seen=${main.dataset.ply}&said=${main.dataset.said}`);
    if (!answer.ok) throw new Error(answer.status);
    const turn = main.dataset.turn;
    const isNews = !/<aside[^>]* id="news"[^>]* hidden>/.test(answer.html); // else what was told before stays
    if (!line() || !page.show(answer.html, { keep: isNews ? [] : ["news"] })) return location.reload(); // it has begun
    const said = isNews ? told() : "";
    if (main.dataset.turn !== turn) page.say(`${said} ${document.getElementById("ask")?.textContent}`);
    else {
      if (said) page.say(said);
      for (const ply of document.querySelectorAll("#turn [name=ply]")) ply.value = main.dataset.ply; // the same decision still
      const set = document.querySelector(page.isHeld("turn") ? "#choose input.o:checked, #steppers input" : "#choose input.o:checked");
      set?.dispatchEvent(new Event("change", { bubbles: true })); // it is seen on the new board too
    }
  }

  addEventListener("click", (event) => {
    if (event.target.closest("#news button")) tell("");
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && told()) tell("");
  });
  for (const kind of ["pointerdown", "keydown", "scroll"]) {
    addEventListener(kind, () => {
      const was = pause();
      touched = Date.now();
      if (was > pause()) look(); // somebody is back
    }, { passive: true });
  }
  const again = () => { if (!document.hidden) { touched = Date.now(); look(); } };
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);
  addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  timer = setTimeout(look, pause());
})();
