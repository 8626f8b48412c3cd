/** The export menu: a link, files of the position and of its pictures, a handout. */

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES, seatAfter } from "../../bridge/table";
import type { ExportChoice } from "../../export/export";
import { hiddenSeats, otherPictures, type PictureId, pictureName } from "../../export/pictures";
import { t } from "../../i18n/translate";
import type { Explanation } from "../../service/types";
import { type HandoutChoice, handoutMoments, toggleMoment } from "../../state/handout-choice";
import { knownDeal, linkFragment, problemFragment } from "../../state/selectors";
import type { Dispatch, PageProps, State } from "../../state/state";
import { Button, Switch } from "../common/fields";

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

/** The menu of files. */
export function ExportMenu({ state, dispatch, onExport }: Props & { dispatch: Dispatch }) {
  return (
    <details class="taking">
      <summary>{t("Save or print")}</summary>
      <HandoutForm state={state} dispatch={dispatch} onPrint={() => onExport({ what: "handout" })} />
      <div class="row">
        <ExportButton choice={{ what: "pbn" }} text={t("PBN file")} onExport={onExport} />
        <ExportButton choice={{ what: "lin" }} text={t("LIN file")} onExport={onExport} />
        <ExportButton choice={{ what: "json" }} text={t("JSON file")} onExport={onExport} />
      </div>
      <p class="hint">{t("Pictures of the hidden hands at this moment:")}</p>
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
  onExport: (choice: ExportChoice) => void;
}

function ExportButton({ choice, text, onExport }: ExportButtonProps) {
  return <Button onClick={() => onExport(choice)}>{text}</Button>;
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

/** The choice of what the handout has. */
function HandoutForm({ state, dispatch, onPrint }: PageProps & { onPrint: () => void }) {
  const { handout, explanation } = state;
  if (explanation === null) return null;
  const moments = handoutMoments(state);
  const set = (change: Partial<HandoutChoice>) => dispatch({ type: "handout set", handout: change });
  const nothing = !(handout.problems || handout.answers) || moments.length === 0;
  return (
    <fieldset class="handout-form">
      <legend>{t("Handout")}</legend>
      <div class="row">
        <Tick text={t("Problem sheet")} on={handout.problems} onSet={(problems) => set({ problems })} />
        <Tick text={t("Answer sheet")} on={handout.answers} onSet={(answers) => set({ answers })} />
        {knownDeal(state) !== null && (
          <Tick text={t("All four hands")} on={handout.deal} onSet={(deal) => set({ deal })} />
        )}
        <Tick text={t("Links and QR codes")} on={handout.links} onSet={(links) => set({ links })} />
      </div>
      <p class="hint">{t("Moments: before the first call, or after these calls")}</p>
      <div class="row">
        {explanation.moments.map((_, moment) => (
          <Tick
            text={momentName(explanation, moment)}
            on={moments.includes(moment)}
            onSet={() => set({ moments: toggleMoment(moments, moment) })}
          />
        ))}
      </div>
      <Button disabled={nothing} onClick={onPrint}>
        {t("Print handout")}
      </Button>
    </fieldset>
  );
}

/** "2. East 1♥", or that nobody has called. */
function momentName({ position }: Explanation, moment: number): string {
  if (moment === 0) return t("Before the first call");
  return t("{number}. {seat} {call}", {
    number: moment,
    seat: t(SEAT_NAMES[seatAfter(position.dealer, moment - 1)]),
    call: callSymbol(position.auction[moment - 1]!),
  });
}

function Tick({ text, on, onSet }: { text: string; on: boolean; onSet: (on: boolean) => void }) {
  return (
    <Switch on={on} onChange={onSet}>
      {text}
    </Switch>
  );
}
