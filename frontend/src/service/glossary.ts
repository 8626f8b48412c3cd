/** The entries of the glossary, which the service has as a page. */

const GLOSSARY = "/glossary/";
let asked: Promise<Document> | null = null;

/** Fetch the page once, in the reader's language; again after a failure. */
function fetchGlossary(): Promise<Document> {
  asked ??= fetch(GLOSSARY, { headers: { Accept: "text/html" } })
    .then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return new DOMParser().parseFromString(await response.text(), "text/html");
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}

/** The entry of a meaning; null where there is none, or the page cannot be had. */
export async function fetchEntry(id: string): Promise<HTMLElement | null> {
  const page = await fetchGlossary().catch(() => null);
  return page?.getElementById(id) ?? null;
}

/** The entry whose name is asked for, or else, if wanted, has those words in it; null where there is none. */
export async function findEntry(words: string, { partly }: { partly: boolean }): Promise<HTMLElement | null> {
  const page = await fetchGlossary().catch(() => null);
  const wanted = plain(words);
  const names = wanted === "" ? [] : [...(page?.querySelectorAll<HTMLElement>(".glossary dt") ?? [])];
  const found = names.find((name) => plain(name.textContent) === wanted);
  const like = partly ? names.find((name) => plain(name.textContent).includes(wanted)) : undefined;
  return (found ?? like)?.parentElement ?? null;
}

/** Without case, blanks and the marks between words, with letters for suits. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[♠♥♦♣]/g, (pip) => "shdc"["♠♥♦♣".indexOf(pip)]!)
    .replace(/[\s?？\-–]+/g, "");
}

/** The link to practise what an entry is about with a system, if there is one. */
export function practiceOf(entry: HTMLElement | null, system: string): string | null {
  const link = entry?.querySelector<HTMLAnchorElement>("a.practise");
  if (!link) return null;
  const offered = link.dataset["systems"]?.split(" ") ?? [];
  const [path, fragment] = link.getAttribute("href")!.split("#");
  const fields = new URLSearchParams(fragment);
  if (offered.includes(system)) fields.set("system", system);
  return `${path}#${fields}`;
}
