/** The card beside the inspected call, and the switch of the bidding box's inspect mode. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES } from "../../bridge/table";
import { joinSentences, t } from "../../i18n/translate";
import { frequencyText, shownText, unusualText } from "../../insight/meanings";
import { type InspectedCall, inspectedCall } from "../../state/inspected-call";
import type { Anchor } from "../../state/inspection";
import type { Dispatch, State } from "../../state/state";
import { placeCard } from "../common/card-placement";
import { ColouredText } from "../common/pips";
import { UsualRanges } from "./call-words";

/** Announced when it changes, so that it also reaches those who do not see it. */
export function CallCard({ state }: { state: State }) {
  const element = useRef<HTMLDivElement>(null);
  const card = inspectedCall(state);
  const { anchor } = state.inspection;
  useLayoutEffect(() => place(element.current, anchor), [card, anchor]);
  return (
    <div ref={element} id="call-card" class={card === null ? "unseen" : "call-card"} role="status">
      {card !== null && <CardText card={card} />}
    </div>
  );
}

function place(element: HTMLElement | null, anchor: Anchor | null): void {
  if (element === null) return;
  for (const side of ["left", "top"]) element.style.removeProperty(side);
  if (anchor === null) return;
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const card = { width: element.offsetWidth, height: element.offsetHeight };
  const sight = { left: scrollX, top: scrollY, width, height };
  const { left, top } = placeCard(anchor, card, sight);
  element.style.setProperty("left", `${left}px`);
  element.style.setProperty("top", `${top}px`);
}

function CardText({ card }: { card: InspectedCall }) {
  return (
    <>
      <p class="card-title">
        <ColouredText text={titleOf(card)} />
      </p>
      {card.kind === "asked" && <p class="hint">{t("asking …")}</p>}
      {card.kind === "failed" && <Failed card={card} />}
      {card.kind === "there" && <CallDetails card={card} />}
    </>
  );
}

function titleOf({ seat, call, made }: InspectedCall): string {
  const values = { seat: t(SEAT_NAMES[seat]), call: callSymbol(call) };
  return made
    ? t("{seat}'s {call} shows everybody:", values)
    : t("{seat}'s {call} would show everybody:", values);
}

function Failed({ card }: { card: InspectedCall & { kind: "failed" } }) {
  const { title, errors } = card.failure;
  return (
    <>
      <p class="complaint">{title}</p>
      {errors.map(({ text }) => (
        <p class="hint">{text}</p>
      ))}
    </>
  );
}

function CallDetails({ card }: { card: InspectedCall & { kind: "there" } }) {
  const { meaning, others, level, own, remark } = card;
  const unclear = unusualText(meaning);
  return (
    <>
      <p>
        <ColouredText text={shownText(meaning, level)} />
      </p>
      <UsualRanges meaning={meaning} />
      <p class="hint">
        <ColouredText text={joinSentences([frequencyText(meaning, others), ...(own === null ? [] : [own])])} />
      </p>
      {unclear !== null && <p class="card-unclear">{unclear}</p>}
      {remark !== "" && <p class="card-remark">{t("The file says: {remark}", { remark })}</p>}
    </>
  );
}

/** The switch of inspect mode, for touch screens above all. */
export function InspectSwitch({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  return (
    <button
      type="button"
      class="quiet wonder"
      aria-pressed={state.inspection.inspectMode}
      onClick={() => dispatch({ type: "inspect mode toggled" })}
    >
      {t("What would it show?")}
    </button>
  );
}
