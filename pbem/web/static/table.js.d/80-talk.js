/* Table talk and notes: what is being typed stays through every update; sending takes no new page. */
page.each((root) => {
  for (const form of root.querySelectorAll("form[data-begun]")) {
    const part = form.dataset.begun, text = form.querySelector("textarea"), down = form.querySelector("[data-down]");
    const begun = () => page.hold(part, text.value !== text.defaultValue || (text.value && text.matches("[aria-invalid]")));
    begun(); // a text that the browser has kept through a reload
    text.addEventListener("input", begun);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      if (button.disabled) return;
      button.disabled = true;
      try {
        const got = await page.load(form.action, { method: "POST", body: new FormData(form) });
        page.hold(part, false);
        if (!got.html || !page.show(got.html)) throw new Error(String(got.status));
        document.getElementById(text.id)?.focus();
        if (got.ok) page.say(form.dataset.done);
      } catch {
        begun();
        down.hidden = false;
      }
      button.disabled = false;
    });
  }
});

/* What is being written or chosen in any other form, or was refused there, stays too: such a form is sent with a new page. */
(() => {
  const keep = (field) => {
    const part = field.closest("form[method=post]:not([data-begun])")?.closest("[data-part]");
    if (part && !part.closest("#turn")) page.hold(part.dataset.part, true);
  };
  addEventListener("input", (event) => keep(event.target));
  page.each((root) => root.querySelectorAll("[aria-invalid]").forEach(keep));
})();
