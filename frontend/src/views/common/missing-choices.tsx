/** What a page says above all else where the choices of a card do not come. */

import { render } from "preact";

import { t } from "../../i18n/translate";
import type { Failure } from "../../service/failure";
import { forgoVocabulary, vocabularyFor } from "../../service/vocabulary";
import { Button, FailureNote } from "./fields";

let asking: Promise<void> | null = null;

/** Wait for the choices of the cards in these texts, and for words; where they do not come, for what the player says. */
export async function waitForChoices(
  root: Element,
  texts: readonly string[],
  words: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const [failure] = await Promise.all([vocabularyFor(texts), words]);
  if (failure === null) return;
  asking ??= askPlayer(root, failure, texts).finally(() => (asking = null));
  await asking;
}

/** Try again as often as the player wishes, or do without. */
async function askPlayer(root: Element, first: Failure, texts: readonly string[]): Promise<void> {
  const note = document.createElement("div");
  note.className = "missing-choices";
  root.before(note);
  for (let failure: Failure | null = first; failure !== null;) {
    const isToTry = await choiceOf(note, failure);
    render(null, note);
    if (!isToTry) {
      forgoVocabulary();
      break;
    }
    failure = await vocabularyFor(texts);
  }
  note.remove();
}

/** Whether to try again. */
function choiceOf(note: Element, failure: Failure): Promise<boolean> {
  return new Promise((resolve) => {
    render(
      <FailureNote failure={failure} heading="h2">
        <p>{t("What the convention card changes is not known yet. You can go on with its system alone.")}</p>
        <Button class="primary" onClick={() => resolve(true)}>
          {t("Try again")}
        </Button>{" "}
        <Button onClick={() => resolve(false)}>{t("Go on with the system alone")}</Button>
      </FailureNote>,
      note,
    );
  });
}
