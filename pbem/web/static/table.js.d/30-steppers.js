/* Steppers for placing colonists; without them they are plain number inputs of the same form. */
page.each((root) => {
  const pool = root.querySelector("#pool");
  const fields = root.querySelector("#steppers");
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
      input.dispatchEvent(new Event("input", { bubbles: true }));
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
});
