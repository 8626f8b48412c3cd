/** The choices of the export menu: files of the position and of its pictures, a handout. */

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES, seatAfter } from "../../bridge/table";
import type { ExportChoice } from "../../export/export";
import { hiddenSeats, otherPictures, type PictureId, pictureName } from "../../export/pictures";
import { t } from "../../i18n/translate";
import type { Explanation } from "../../service/types";
import { type HandoutChoice, handoutMoments, toggleMoment } from "../../state/handout-choice";
import { knownDeal } from "../../state/selectors";
import type { Dispatch, PageProps, State } from "../../state/state";
import { Button, Switch } from "../common/fields";

interface Props {
  state: State;
  onExport: (choice: ExportChoice) => void;
}

/** What can be saved or printed. */
export function ExportChoices({ state, dispatch, onExport }: Props & { dispatch: Dispatch }) {
  return (
    <>
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
    </>
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
