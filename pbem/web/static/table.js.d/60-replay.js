/* The replay: slider, links and keys fetch the same page and take its parts over; neighbours are fetched ahead. */
(() => {
  const form = document.querySelector("[data-replay]");
  if (!form) return;
  const slider = form.querySelector("input"), last = Number(slider.max), pages = new Map();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.matches(".still");
  let at = Number(slider.value), timer = 0;
  const url = (ply) => `${form.dataset.replay}?at=${ply}`;

  function fetched(ply) {
    if (!pages.has(ply)) {
      pages.set(ply, page.load(url(ply)).catch(() => null));
      if (pages.size > 30) pages.delete(pages.keys().next().value);
    }
    return pages.get(ply);
  }

  async function go(ply) {
    ply = Math.max(0, Math.min(last, ply));
    if (ply === at) return;
    at = ply;
    slider.value = ply;
    const got = await fetched(ply);
    if (ply !== at) return; // somebody went on meanwhile
    if (!got || !got.ok) {
      pages.delete(ply);
      if (got) location.assign(url(ply));
      return;
    }
    const held = document.activeElement, way = held && held.dataset.go, href = held && held.getAttribute("href");
    if (!page.show(got.html, { keep: ["slide", "cards"] })) return location.assign(url(ply));
    history.replaceState(null, "", url(ply));
    if (!document.contains(held)) {
      const again = way ? document.querySelector(`a[data-go="${way}"]`) : href && document.querySelector(`.ln[href="${href}"]`);
      (again || slider).focus({ preventScroll: true });
    }
    page.say(document.getElementById("moment").textContent);
    for (const next of [ply + 1, ply - 1]) if (next >= 0 && next <= last) fetched(next);
  }

  const play = document.createElement("button");
  play.type = "button";
  play.className = "btn s";
  play.textContent = form.dataset.play;
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = form.dataset.play;
  }
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (at === last) go(0);
    play.textContent = form.dataset.stop;
    timer = setInterval(() => (at < last ? go(at + 1) : stop()), calm ? 3000 : 1500);
  });
  form.querySelector("button").replaceWith(play);

  form.addEventListener("submit", (event) => event.preventDefault());
  let drag = 0;
  slider.addEventListener("input", () => {
    stop();
    clearTimeout(drag);
    drag = setTimeout(() => go(Number(slider.value)), 60);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(`a[href^="${form.dataset.replay}?at="]`);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(Number(link.href.split("at=")[1]));
  });
  document.addEventListener("keydown", (event) => {
    const way = { "[": -1, "]": 1 }[event.key];
    if (!way) return;
    stop();
    go(at + way);
  });
  fetched(Math.min(at + 1, last));
})();
