/** The vocabulary of convention cards, which the service has at once, and the files of other programs. */

import { type CardCode, hasChangedCard, type Vocabulary, type WrittenCard } from "../bridge/card";
import { fetchDocument, type Outcome, sleep } from "./client";
import { type Failure, unreachable } from "./failure";

/** A card of a file, and what the file has besides that no card of the site can say. */
export interface ReadFile {
  card: WrittenCard;
  unread: readonly string[];
}

const CARDS = "/api/v1/cards";
/** How long a page waits for it before it says so. */
const PATIENCE_MS = 5_000;
/** What a card is read by where only its system is to count. */
const NO_CHOICES: Vocabulary = { bases: [], sections: [], choices: [], at_odds: [], cards: [], default: null };

let known: Vocabulary | null = null;
let asked: Promise<Outcome<Vocabulary>> | null = null;
let forgone = false;

/** The vocabulary, if it has been fetched. */
export function knownVocabulary(): Vocabulary | null {
  return known;
}

/** What the cards of links are read by; null where they are taken as they are. */
export function vocabularyOfLinks(): Vocabulary | null {
  return known ?? (forgone ? NO_CHOICES : null);
}

/** Take of cards their systems alone, as long as the vocabulary is not there. */
export function forgoVocabulary(): void {
  forgone = true;
}

/** Fetch the vocabulary once, when it is first needed; again after a failure. */
export function fetchVocabulary(): Promise<Outcome<Vocabulary>> {
  asked ??= fetchDocument<Vocabulary>(CARDS, new AbortController().signal).then((outcome) => {
    if ("failure" in outcome) asked = null;
    else known = outcome.result;
    return outcome;
  });
  return asked;
}

/**
 * Wait for the vocabulary where one of these texts, links or codes, has a card with changes; not for long. Return why it
 * is not there; null where it is, or need not be.
 */
export async function vocabularyFor(texts: readonly string[]): Promise<Failure | null> {
  if (known !== null || !texts.some(hasChangedCard)) return null;
  const waiting = new AbortController();
  const late = sleep(PATIENCE_MS, waiting.signal).then(() => {
    asked = null; // what does not come is asked for anew
    return { failure: unreachable() };
  });
  const outcome = await Promise.race([fetchVocabulary(), late]);
  waiting.abort();
  return "failure" in outcome && knownVocabulary() === null ? outcome.failure : null;
}

/** Have the service read a .bbsa file. */
export async function readCardFile(file: File): Promise<Outcome<ReadFile>> {
  return fetchDocument(`${CARDS}/bbsa`, new AbortController().signal, { text: await file.text() });
}

/** The address of a card's .bbsa file. */
export function cardFile(code: CardCode): string {
  return `${CARDS}/${code}.bbsa`;
}
