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
    const body = new URLSearchParams({ said: document.getElementById("talk")?.dataset.last || 0 });
    fetch(table.dataset.here, { method: "POST", headers, body, keepalive: true }).catch(() => { /* the line is down */ });
  }
  for (const kind of ["pointerdown", "keydown", "touchstart"]) addEventListener(kind, touched, { passive: true });
})();
