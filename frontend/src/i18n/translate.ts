/**
 * The page's words in the language of the document. English sentences are the keys; a catalogue
 * holds them in another language, with the same {names} in braces. What the service says comes
 * with its key and values, so that it is said from the same catalogue.
 */

export type Catalogue = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

/** A sentence of the service as it was made: the English key, and what fills its {names}. */
export interface Said {
  key: string;
  values?: Readonly<Record<string, SaidValue>>;
}

export type SaidValue = string | number | Said | readonly SaidValue[];

/** The page's own words, and those of the service. */
type Catalogues = Readonly<Record<"page" | "service", Catalogue>>;

/** Each is loaded only where it is spoken. */
const CATALOGUES: Readonly<Record<string, () => Promise<Catalogues>>> = {
  "zh-hans": () => import("./catalogues/zh-Hans.json"),
};

let catalogue: Catalogue | null = null;

/** Speak this language from now on; English where there is no catalogue of it. */
export async function speak(language: string): Promise<void> {
  const load = CATALOGUES[language.toLowerCase()];
  const loaded = await load?.();
  catalogue = loaded === undefined ? null : { ...loaded.service, ...loaded.page };
}

/** A sentence in the language spoken, its {names} replaced by the values. */
export function say(text: string, values: Values = {}): string {
  const said = catalogue?.[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name));
}

/** One of two sentences, by the {count} that both may name. */
export function sayCount(one: string, many: string, count: number): string {
  return say(count === 1 ? one : many, { count });
}

/** A sentence that is kept in English and said later: the catalogues must have it, too. */
export function mark<const Text extends string>(text: Text): Text {
  return text;
}

/** Several things in a row: "♥A, ♥K". */
export function listed(things: readonly string[]): string {
  return things.join(say(", "));
}

/** Sentences one after the other. */
export function inTurn(sentences: readonly string[]): string {
  return sentences.join(say(" "));
}

/** What the service said, in the language spoken; its English where no catalogue has it. */
export function retold(english: string, said: Said | null | undefined): string {
  return canRetell(said) ? tell(said) : english;
}

/**
 * The same less what stands beside it already: of who holds what, or what a call shows, only
 * the points and suits. Null where it is not to be said in another language.
 */
export function retoldConcisely(said: Said | null | undefined): string | null {
  return canRetell(said) ? tellConcisely(said) : null;
}

/** What is wrong, as the service says it; in general words where the catalogue has no others. */
export function retoldFault(english: string, said: Said | null | undefined): string {
  if (catalogue === null || canRetell(said)) return retold(english, said);
  return say("This is not what is wanted here.");
}

function canRetell(said: Said | null | undefined): said is Said {
  return catalogue !== null && said != null && catalogue[said.key] !== undefined;
}

function tell(value: SaidValue): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!("key" in value)) return listed(value.map(tell));
  const values = Object.entries(value.values ?? {}).map(([name, one]) => [name, tell(one)]);
  return say(value.key, Object.fromEntries(values));
}

function tellConcisely({ key, values }: Said): string {
  const { shape, shown } = values ?? {};
  if (isSaid(shown)) return say(key, { shown: tellConcisely(shown) });
  return shape === undefined ? tell({ key, values: values ?? {} }) : say("{words}.", { words: tell(shape) });
}

function isSaid(value: SaidValue | undefined): value is Said {
  return typeof value === "object" && "key" in value;
}
