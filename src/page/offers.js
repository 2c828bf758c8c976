// A field that offers what fits while somebody types: one pattern of keys for units, effects and the command line.
let fields = 0;

/**
 * Makes `input` a combobox. `offered(text)` gives what fits as `{ value, title, note }`; `chosen(offer)` takes one. With
 * `first` the field only chooses, and the first that fits is marked; else it is a text that may be finished otherwise.
 */
export function combobox(input, { offered, chosen, first = false }) {
  const list = document.createElement("ul"), id = `offers-${++fields}`;
  Object.assign(list, { id, className: "offers", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", `${input.labels[0].textContent}: what fits`);
  input.after(list);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": id, autocomplete: "off" })) {
    input.setAttribute(name, value);
  }
  let offers = [], marked = -1, asked = 0, opening = Promise.resolve();

  const close = () => {
    asked += 1;
    list.hidden = true;
    marked = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = place => {
    marked = place < 0 || offers.length === 0 ? -1 : place % offers.length;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === marked)));
    if (marked < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", `${id}-${marked}`);
    list.children[marked].scrollIntoView({ block: "nearest" });
  };
  const take = place => {
    const offer = offers[place];
    close();
    if (offer) chosen(offer);
  };
  const open = async () => {
    const turn = ++asked;
    // Who types on is not offered what the letters before meant.
    if (!first) await new Promise(done => setTimeout(done, 50));
    const found = turn === asked ? await Promise.resolve(offered(input.value)).catch(() => []) : [];
    if (turn !== asked || document.activeElement !== input) return;
    offers = found.slice(0, 80);
    list.replaceChildren(...offers.map((offer, at) => {
      const item = Object.assign(document.createElement("li"), { id: `${id}-${at}`, textContent: offer.title ?? offer.value });
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      if (offer.note) item.append(Object.assign(document.createElement("small"), { textContent: offer.note }));
      // The field keeps the focus, so that it does not close before the click arrives.
      item.addEventListener("mousedown", event => event.preventDefault());
      item.addEventListener("click", () => take(at));
      return item;
    }));
    list.hidden = offers.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark(first && offers.length && input.value ? 0 : -1);
  };

  input.addEventListener("input", () => { opening = open(); });
  input.addEventListener("focus", () => { if (first) opening = open(); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", event => {
    const isOpen = !list.hidden;
    if (event.key === "ArrowDown" && (isOpen || first)) { event.preventDefault(); if (isOpen) mark(marked + 1); else opening = open(); }
    else if (event.key === "ArrowUp" && isOpen) { event.preventDefault(); mark(marked < 1 ? offers.length - 1 : marked - 1); }
    else if (event.key === "Escape" && isOpen) { event.preventDefault(); close(); }
    else if ((event.key === "Tab" || event.key === "Enter" && !first) && isOpen && marked >= 0) { event.preventDefault(); take(marked); }
    // Who types faster than offers come gets the first of them.
    else if (event.key === "Enter" && first) { event.preventDefault(); opening.then(() => { if (!list.hidden && marked >= 0) take(marked); }); }
    else return;
    event.stopImmediatePropagation();
  });
  return { close };
}
