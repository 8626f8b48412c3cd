// Finds the entries of a page that have all words typed in its field; sections without any are hidden.

const field = document.getElementById("page-search");
const none = document.getElementById("page-search-none");
const entries = [...document.querySelectorAll("[data-found]")].map((element) => ({ element, text: plain(element.textContent) }));

function plain(text) {
  return text.toLowerCase().replace(/\s+/g, " ");
}

/** "2c" as the page writes it. */
function withPips(text) {
  return text.replace(/([1-7])([shdc])(?![a-z])/g, (_, level, suit) => level + { s: "♠", h: "♥", d: "♦", c: "♣" }[suit]);
}

function find() {
  const words = withPips(plain(field.value)).split(" ");
  for (const { element, text } of entries) element.hidden = !words.every((word) => text.includes(word));
  for (const section of new Set(entries.map(({ element }) => element.closest("section")))) {
    section.hidden = section.querySelector("[data-found]:not([hidden])") === null;
  }
  none.textContent = entries.every(({ element }) => element.hidden) ? none.dataset.none : "";
}

field.hidden = false;
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", find);
if (field.value !== "") find();
// A link to an entry shows it, whatever is typed.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("[hidden]")) return;
  field.value = "";
  find();
  target.scrollIntoView();
});
