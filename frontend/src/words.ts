/**
 * The page's words in the language of the document. English sentences are the keys; a catalogue
 * holds them in another language, with the same {names} in braces.
 */

export type Catalogue = Readonly<Record<string, string>>;

const CATALOGUES: Readonly<Record<string, Catalogue>> = {};

let catalogue: Catalogue = {};

/** Speak this language from now on; English where there is no catalogue of it. */
export function speak(language: string): void {
  catalogue = CATALOGUES[language] ?? {};
}

/** A sentence in the language spoken, its {names} replaced by the values. */
export function say(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const said = catalogue[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name));
}

/** One of two sentences, by the {count} that both may name. */
export function sayCount(one: string, many: string, count: number): string {
  return say(count === 1 ? one : many, { count });
}
