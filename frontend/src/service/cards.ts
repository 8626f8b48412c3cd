/** The vocabulary of convention cards, which the service has at once. */

import type { Vocabulary } from "../bridge/card";
import { fetchDocument, type Outcome } from "./client";

let asked: Promise<Outcome<Vocabulary>> | null = null;

/** Fetch the vocabulary once, when it is first needed; again after a failure. */
export function fetchVocabulary(): Promise<Outcome<Vocabulary>> {
  asked ??= fetchDocument<Vocabulary>("/api/v1/cards", new AbortController().signal).then((outcome) => {
    if ("failure" in outcome) asked = null;
    return outcome;
  });
  return asked;
}
