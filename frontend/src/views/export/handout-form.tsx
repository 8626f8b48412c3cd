/** The choice of what the handout has. */

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES, seatAfter } from "../../bridge/table";
import { t } from "../../i18n/translate";
import type { Explanation } from "../../service/types";
import { type HandoutChoice, handoutMoments, toggleMoment } from "../../state/handout-choice";
import { knownDeal } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";

interface Props {
  state: State;
  dispatch: Dispatch;
  onPrint: () => void;
}

export function HandoutForm({ state, dispatch, onPrint }: Props) {
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
      <button type="button" class="quiet" disabled={nothing} onClick={onPrint}>
        {t("Print handout")}
      </button>
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

interface TickProps {
  text: string;
  on: boolean;
  onSet: (on: boolean) => void;
}

function Tick({ text, on, onSet }: TickProps) {
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={(event) => onSet(event.currentTarget.checked)} />
      <span>{text}</span>
    </label>
  );
}
