/** Links to what is on show: to copy, and what one that was opened lacks. */

import type { ExportChoice } from "../../export/export";
import { t } from "../../i18n/translate";
import { linkFragment, problemFragment } from "../../state/selectors";
import type { PageProps, State } from "../../state/state";
import { Button } from "../common/fields";

interface Props {
  state: State;
  onExport: (choice: ExportChoice) => void;
}

/** The buttons that copy links, and what they have done. */
export function CopyLink({ state, onExport }: Props) {
  return (
    <>
      <Button onClick={() => onExport({ what: "link" })}>{t("Copy link")}</Button>
      <Button onClick={() => onExport({ what: "problem" })}>{t("Copy as a problem")}</Button>
      <span class="hint" role="status">
        {copiedText(state)}
      </span>
    </>
  );
}

function copiedText(state: State): string {
  const { copied } = state;
  switch (copied?.link) {
    case linkFragment(state):
      return copied.done
        ? t("Link copied: it opens everything shown here.")
        : t("Copying failed: copy the page's address instead.");
    case problemFragment(state):
      return copied.done
        ? t("Problem copied: your hand and the calls so far, with the answer hidden.")
        : t("Copying failed: print a problem sheet instead.");
    default:
      return "";
  }
}

/** The parts of the opened link that could not be read. */
export function LinkErrors({ state, dispatch }: PageProps) {
  if (state.linkErrors.length === 0) return null;
  return (
    <div class="failure link-faults" role="alert">
      <p>{t("This link is damaged: what could be read is shown, the rest is not.")}</p>
      <ul>
        {state.linkErrors.map((fault) => (
          <li>{fault}</li>
        ))}
      </ul>
      <Button onClick={() => dispatch({ type: "link errors dismissed" })}>{t("Got it")}</Button>
    </div>
  );
}
