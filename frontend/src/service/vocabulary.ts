/** The vocabulary of convention cards, which the service has at once, and the files of other programs. */

import { type CardCode, hasChangedCard, type Vocabulary, type WrittenCard } from "../bridge/card";
import { fetchDocument, type Outcome } from "./client";

/** A card of a file, and what the file has besides that no card of the site can say. */
export interface ReadFile {
  card: WrittenCard;
  unread: readonly string[];
}

const CARDS = "/api/v1/cards";
let known: Vocabulary | null = null;
let asked: Promise<Outcome<Vocabulary>> | null = null;

/** The vocabulary, if it has been fetched. */
export function knownVocabulary(): Vocabulary | null {
  return known;
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

/** The vocabulary where one of these texts, links or codes, has a card with changes; null where it is not to be had. */
export async function vocabularyFor(...texts: readonly string[]): Promise<Vocabulary | null> {
  if (texts.some(hasChangedCard)) await fetchVocabulary();
  return known;
}

/** Have the service read a .bbsa file. */
export async function readCardFile(file: File): Promise<Outcome<ReadFile>> {
  return fetchDocument(`${CARDS}/bbsa`, new AbortController().signal, { text: await file.text() });
}

/** The address of a card's .bbsa file. */
export function cardFile(code: CardCode): string {
  return `${CARDS}/${code}.bbsa`;
}
