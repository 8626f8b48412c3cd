/**
 * Translations. English sentences are the keys; a catalogue
 * holds them in another language, with the same {names} in braces. What the service says comes
 * with its key and values, so that it is said from the same catalogue.
 */

export type Catalogue = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

/** A sentence of the service as it was made: the English key, and what fills its {names}. */
export interface Message {
  key: string;
  values?: Readonly<Record<string, MessageValue>>;
}

export type MessageValue = string | number | Message | readonly MessageValue[];

/** The page's own words, those of the service, and those that both say. */
type Sections = Partial<Readonly<Record<"page" | "service" | "both", Catalogue>>>;

/** Parts of the site whose words are loaded together. The build (vite.config.ts) picks out of a catalogue what each says. */
export type Part = "app" | "practice" | "cards" | "look-up" | "reviewing" | "problem" | "printing" | "service";

/** By language, the name of its catalogue. */
const CATALOGUES: Readonly<Record<string, string>> = { "zh-hans": "zh-Hans" };

let catalogue: Catalogue | null = null;
let spoken = "en";
/** The parts loaded, or on their way, in the language chosen. */
let chosen: { name: string; parts: Partial<Record<Part, Promise<void>>> } | null = null;

/** Switch to a language, and load the words of a part of the site; English where there is no catalogue of it. */
export async function setLanguage(language: string, part: Part): Promise<void> {
  const name = CATALOGUES[language.toLowerCase()];
  if (name !== chosen?.name) {
    chosen = name === undefined ? null : { name, parts: {} };
    catalogue = null;
    spoken = "en";
  }
  await loadWords(part);
}

/** Load the words of a part once. What cannot be loaded is said in English, and tried again with the next that needs it. */
export async function loadWords(part: Part): Promise<void> {
  if (chosen === null) return;
  const { name, parts } = chosen;
  parts[part] ??= importWords(name, part).catch(() => void delete parts[part]);
  await parts[part];
}

async function importWords(name: string, part: Part): Promise<void> {
  const { default: words } = await import(/* @vite-ignore */ `./${name}.${part}.js`);
  if (chosen?.name !== name) return;
  const { page, service, both } = words as Sections;
  catalogue = { ...catalogue, ...service, ...page, ...both };
  spoken = name;
}

/** The reader's own kind of the language spoken, such as British English, for dates and numbers. */
export function locale(): string {
  const base = (tag: string) => tag.split("-")[0];
  const preferred = typeof navigator === "undefined" ? [] : navigator.languages; // Node 20 has none
  return preferred.find((tag) => base(tag) === base(spoken)) ?? spoken;
}

/** A number in groups of digits: "1,024". */
export function formatCount(count: number): string {
  return count.toLocaleString(locale());
}

/** A sentence in the language spoken, its {names} replaced by the values. */
export function t(text: string, values: Values = {}): string {
  const said = catalogue?.[text] ?? text;
  return unbroken(said.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name)));
}

/** The same with each figure and its sign of per cent on one line. */
export function unbroken(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

/** One of two sentences, by the {count} that both may name. */
export function plural(one: string, many: string, count: number): string {
  return t(count === 1 ? one : many, { count: formatCount(count) });
}

/** A sentence that is kept in English and said later: the catalogues must have it, too. */
export function msg<const Text extends string>(text: Text): Text {
  return text;
}

/** Several things in a row: "♥A, ♥K". */
export function joinList(things: readonly string[]): string {
  return things.join(t(", "));
}

/** Sentences one after the other. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(t(" "));
}

/** Translate a sentence of the service; its English where no catalogue has it. */
export function translate(english: string, said: Message | null | undefined): string {
  return isTranslatable(said) ? format(said) : unbroken(english);
}

/**
 * The same less what stands beside it already: of who holds what, or what a call shows, only
 * the points and suits. Null where it is not to be said in another language.
 */
export function translateConcisely(said: Message | null | undefined): string | null {
  return isTranslatable(said) ? formatConcisely(said) : null;
}

/** Translate an error of the service; in general words where the catalogue has no others. */
export function translateError(english: string, said: Message | null | undefined): string {
  if (catalogue === null || isTranslatable(said)) return translate(english, said);
  return t("This entry is not valid.");
}

function isTranslatable(said: Message | null | undefined): said is Message {
  return catalogue !== null && said != null && catalogue[said.key] !== undefined;
}

/** A message of the service, or what fills one, in the language spoken. */
export function format(value: MessageValue): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!("key" in value)) return joinList(value.map(format));
  const values = Object.entries(value.values ?? {}).map(([name, one]) => [name, format(one)]);
  return t(value.key, Object.fromEntries(values));
}

function formatConcisely({ key, values }: Message): string {
  const { shape, shown } = values ?? {};
  if (isMessage(shown)) return t(key, { shown: formatConcisely(shown) });
  return shape === undefined ? format({ key, values: values ?? {} }) : t("{words}.", { words: format(shape) });
}

function isMessage(value: MessageValue | undefined): value is Message {
  return typeof value === "object" && "key" in value;
}
