/** The card beside the call that is looked at, and the switch that makes the box tell of calls. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES } from "../../bridge/table";
import { inTurn, say } from "../../i18n/translate";
import { commonWords, rangesOf, shownWords, unclearWords } from "../../insight/meanings";
import { type Card, cardOf } from "../../state/inspected-call";
import type { Anchor } from "../../state/inspection";
import type { Dispatch, State } from "../../state/state";
import { placeCard } from "../common/card-placement";
import { Prose, SuitName } from "../common/pips";

/** Announced when it changes, so that it also reaches those who do not see it. */
export function CallCard({ state }: { state: State }) {
  const element = useRef<HTMLDivElement>(null);
  const card = cardOf(state);
  const { anchor } = state.exploring;
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

function CardText({ card }: { card: Card }) {
  return (
    <>
      <p class="card-title">
        <Prose text={titleOf(card)} />
      </p>
      {card.kind === "asking" && <p class="hint">{say("asking …")}</p>}
      {card.kind === "failed" && <Failed card={card} />}
      {card.kind === "told" && <Told card={card} />}
    </>
  );
}

function titleOf({ seat, call, made }: Card): string {
  const values = { seat: say(SEAT_NAMES[seat]), call: callSymbol(call) };
  return made
    ? say("{seat}'s {call} shows everybody:", values)
    : say("{seat}'s {call} would show everybody:", values);
}

function Failed({ card }: { card: Card & { kind: "failed" } }) {
  const { title, complaints } = card.failure;
  return (
    <>
      <p class="complaint">{title}</p>
      {complaints.map(({ text }) => (
        <p class="hint">{text}</p>
      ))}
    </>
  );
}

function Told({ card }: { card: Card & { kind: "told" } }) {
  const { meaning, others, level, own, remark } = card;
  const { hcp, suits } = rangesOf(meaning);
  const unclear = unclearWords(meaning);
  return (
    <>
      <p>
        <Prose text={shownWords(meaning, level)} />
      </p>
      <ul class="card-ranges">
        <li>{hcp}</li>
        {suits.map(([suit, cards]) => (
          <li>
            <SuitName suit={suit} /> {cards}
          </li>
        ))}
      </ul>
      <p class="hint">
        <Prose text={inTurn([commonWords(meaning, others), ...(own === null ? [] : [own])])} />
      </p>
      {unclear !== null && <p class="card-unclear">{unclear}</p>}
      {remark !== "" && <p class="card-remark">{say("The file says: {remark}", { remark })}</p>}
    </>
  );
}

/** On a touch screen, and for whoever prefers it: the box tells instead of making calls. */
export function WonderSwitch({ state, dispatch }: { state: State; dispatch: Dispatch }) {
  return (
    <button
      type="button"
      class="quiet wonder"
      aria-pressed={state.exploring.wondering}
      onClick={() => dispatch({ type: "wondering toggled" })}
    >
      {say("What would it show?")}
    </button>
  );
}
