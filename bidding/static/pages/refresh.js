// Keeps the part of a page that is marked so up to date, for as long as the server marks it.
// Without scripts the page reloads itself.

const EVERY_MS = 2000;

/** Where this page is, without the language: that was chosen once, another may be by now, elsewhere. */
function here() {
  const query = new URLSearchParams(location.search);
  query.delete("language");
  return `${location.pathname}?${query}`;
}

async function refresh() {
  const part = document.querySelector("[data-refresh]");
  if (part === null) return;
  try {
    const answer = await fetch(here(), { headers: { Accept: "text/html" } });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page.documentElement.lang !== document.documentElement.lang) {
        location.replace(here());
        return;
      }
      const fresh = page.getElementById(part.id);
      const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
      if (fresh !== null) {
        document.title = page.title;
        part.replaceWith(fresh);
      }
      if (focused !== "") document.getElementById(focused)?.focus();
    }
  } catch {
    // The connection is gone for a while: the next try may find it again.
  }
  setTimeout(refresh, EVERY_MS);
}

setTimeout(refresh, EVERY_MS);
