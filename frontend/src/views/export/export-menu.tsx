/** The export menu: a link, files of the position and of its pictures, a handout. */

import type { ExportChoice } from "../../export/export";
import { hiddenSeats, otherPictures, type PictureId, pictureName } from "../../export/pictures";
import { t } from "../../i18n/translate";
import { linkFragment } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";

export type OnExport = (choice: ExportChoice) => void;

interface Props {
  state: State;
  onExport: OnExport;
}

/** A button that says what it has done, or gives the link to copy by hand. */
export function CopyLink({ state, onExport }: Props) {
  const copied = state.copied?.link === linkFragment(state) ? state.copied : null;
  return (
    <>
      <button type="button" class="quiet" onClick={() => onExport({ what: "link" })}>
        {t("Copy link")}
      </button>
      <span class="hint" role="status">
        {copied?.done && t("The link is copied: it opens all that is on show.")}
        {copied?.done === false && t("Nothing could be copied: take the page's address instead.")}
      </span>
    </>
  );
}

/** The menu of files. */
export function ExportMenu({ state, onExport }: Props) {
  return (
    <details class="taking">
      <summary>{t("Take it along")}</summary>
      <div class="row">
        <ExportButton choice={{ what: "handout" }} text={t("Print handout")} onExport={onExport} />
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
