/** The export menu: a link, files of the position and of its pictures, a handout. */

import type { ExportChoice } from "../../export/export";
import { hiddenSeats, otherPictures, type PictureId, pictureName } from "../../export/pictures";
import { t } from "../../i18n/translate";
import { linkFragment, problemFragment } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { HandoutForm } from "./handout-form";

type OnExport = (choice: ExportChoice) => void;

interface Props {
  state: State;
  onExport: OnExport;
}

/** The buttons that copy links, and what they have done. */
export function CopyLink({ state, onExport }: Props) {
  return (
    <>
      <button type="button" class="quiet" onClick={() => onExport({ what: "link" })}>
        {t("Copy link")}
      </button>
      <button type="button" class="quiet" onClick={() => onExport({ what: "problem" })}>
        {t("Copy as a problem")}
      </button>
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
        ? t("The link is copied: it opens all that is on show.")
        : t("Nothing could be copied: take the page's address instead.");
    case problemFragment(state):
      return copied.done
        ? t("The problem is copied: your hand and the calls so far, with the answer closed.")
        : t("Nothing could be copied: print a problem sheet instead.");
    default:
      return "";
  }
}

/** The menu of files. */
export function ExportMenu({ state, dispatch, onExport }: Props & { dispatch: Dispatch }) {
  return (
    <details class="taking">
      <summary>{t("Save or print")}</summary>
      <HandoutForm
        state={state}
        dispatch={dispatch}
        onPrint={() => onExport({ what: "handout" })}
      />
      <div class="row">
        <ExportButton choice={{ what: "pbn" }} text={t("PBN file")} onExport={onExport} />
        <ExportButton choice={{ what: "lin" }} text={t("LIN file")} onExport={onExport} />
        <ExportButton choice={{ what: "json" }} text={t("JSON file")} onExport={onExport} />
      </div>
      <p class="hint">{t("Pictures of the hidden hands at the moment on show:")}</p>
      <PictureRow of={hiddenSeats(state)} state={state} onExport={onExport} />
      <p class="hint">{t("The other pictures at that moment:")}</p>
      <PictureRow of={otherPictures(state)} state={state} onExport={onExport} />
    </details>
  );
}

/** Each picture in both formats. */
function PictureRow({ of, state, onExport }: Props & { of: readonly PictureId[] }) {
  return (
    <div class="row">
      {of.map((pictured) => {
        const what = pictureName(pictured, state);
        return (
          <>
            <ExportButton
              choice={{ what: "svg", of: pictured }}
              text={t("{what} as SVG", { what })}
              onExport={onExport}
            />
            <ExportButton
              choice={{ what: "png", of: pictured }}
              text={t("{what} as PNG", { what })}
              onExport={onExport}
            />
          </>
        );
      })}
    </div>
  );
}

interface ExportButtonProps {
  choice: ExportChoice;
  text: string;
  onExport: OnExport;
}

function ExportButton({ choice, text, onExport }: ExportButtonProps) {
  return (
    <button type="button" class="quiet" onClick={() => onExport(choice)}>
      {text}
    </button>
  );
}

/** The parts of the opened link that could not be read. */
export function LinkErrors({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  if (state.linkErrors.length === 0) return null;
  return (
    <div class="failure link-faults" role="alert">
      <p>{t("This link is damaged: what could be read is shown, the rest is not.")}</p>
      <ul>
        {state.linkErrors.map((fault) => (
          <li>{fault}</li>
        ))}
      </ul>
      <button type="button" class="quiet" onClick={() => dispatch({ type: "link errors dismissed" })}>
        {t("Got it")}
      </button>
    </div>
  );
}
