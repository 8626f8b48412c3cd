/** The card beside the inspected call, and the switch of the bidding box's inspect mode. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES } from "../../bridge/table";
import { joinSentences, t } from "../../i18n/translate";
import { frequencyText, shownText, unusualText } from "../../insight/meanings";
import { type InspectedCall, inspectedCall } from "../../state/inspected-call";
import type { Anchor, Rect } from "../../state/inspection";
import type { PageProps, State } from "../../state/state";
import { Button } from "../common/fields";
import { ColouredLine } from "../common/pips";
import { UsualRanges } from "./call-words";

/** Announced when it changes, but where a call that was made is pointed at: a press on it announces the message of that moment. */
export function CallCard({ state }: { state: State }) {
  const element = useRef<HTMLDivElement>(null);
  const card = inspectedCall(state);
  const { anchor } = state.inspection;
  useLayoutEffect(() => place(element.current, anchor), [card, anchor]);
  return (
    <div
      ref={element}
      id="call-card"
      class={card === null ? "unseen" : "call-card"}
      role={card?.made === true ? undefined : "status"}
    >
      {card !== null && <CardText card={card} />}
    </div>
  );
}

/** Put a card at its place beside an anchor. */
export function place(element: HTMLElement | null, anchor: Anchor | null): void {
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

export function CardText({ card }: { card: InspectedCall }) {
  return (
    <>
      <ColouredLine class="card-title" text={titleOf(card)} />
      {card.kind === "asked" && <p class="hint">{t("asking …")}</p>}
      {card.kind === "failed" && <Failed card={card} />}
      {card.kind === "there" && <CallDetails card={card} />}
    </>
  );
}

function titleOf({ seat, call, made }: InspectedCall): string {
  const values = { seat: t(SEAT_NAMES[seat]), call: callSymbol(call) };
  return made ? t("{seat}'s {call} shows everybody:", values) : t("{seat}'s {call} would show everybody:", values);
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
      <ColouredLine text={shownText(meaning, level)} />
      <UsualRanges meaning={meaning} />
      <ColouredLine
        class="hint"
        text={joinSentences([frequencyText(meaning, others), ...(own === null ? [] : [own])])}
      />
      {unclear !== null && <p class="card-unclear">{unclear}</p>}
      {remark !== "" && <p class="card-remark">{t("The file says: {remark}", { remark })}</p>}
    </>
  );
}

/** The switch of inspect mode, for touch screens above all. */
export function InspectSwitch({ state, dispatch }: PageProps) {
  return (
    <Button
      class="quiet wonder"
      aria-pressed={state.inspection.inspectMode}
      onClick={() => dispatch({ type: "inspect mode toggled" })}
    >
      {t("What would it show?")}
    </Button>
  );
}

const GAP = 6;

/**
 * Return the card's top left corner: beside the group of its call, else below or above it;
 * where there is no room, at that edge of what is in `sight` which is farther from the call, or at
 * the other. Of these, the first that leaves the suggestion uncovered.
 */
export function placeCard(
  anchor: Anchor,
  card: Pick<Rect, "width" | "height">,
  sight: Rect,
): Pick<Rect, "left" | "top"> {
  const places = possiblePlaces(anchor, card, sight);
  const covers = (place: Place) => overlap({ ...place, ...card }, anchor.suggestion);
  return places.find((place) => !covers(place)) ?? places[0]!;
}

type Place = Pick<Rect, "left" | "top">;

function possiblePlaces(anchor: Anchor, card: Pick<Rect, "width" | "height">, sight: Rect): Place[] {
  const block = anchor.around ?? anchor;
  const [right, bottom] = [sight.left + sight.width, sight.top + sight.height];
  const [highest, lowest] = [sight.top + GAP, bottom - card.height - GAP];
  const level = clamp(anchor.top, highest, lowest);
  const middle = anchor.left + (anchor.width - card.width) / 2;
  const left = clamp(middle, sight.left + GAP, right - card.width - GAP);
  const beside = block.left + block.width + GAP;
  const before = block.left - card.width - GAP;
  const below = block.top + block.height + GAP;
  const above = block.top - card.height - GAP;
  const isLow = anchor.top + anchor.height / 2 > sight.top + sight.height / 2;
  const edges = isLow ? [highest, lowest] : [lowest, highest];
  const places: [Place, boolean][] = [
    [{ left: beside, top: level }, anchor.around !== null && beside + card.width + GAP <= right],
    [{ left, top: Math.max(below, highest) }, below + card.height <= bottom],
    [{ left, top: Math.min(above, lowest) }, above >= sight.top],
    [{ left: before, top: level }, anchor.around !== null && before >= sight.left + GAP],
    ...edges.map((top): [Place, boolean] => [{ left, top }, true]),
  ];
  return places.filter(([, fits]) => fits).map(([place]) => place);
}

function overlap(one: Rect, other: Rect | null): boolean {
  if (other === null) return false;
  const apart = one.left + one.width <= other.left || other.left + other.width <= one.left;
  return !apart && one.top < other.top + other.height && other.top < one.top + one.height;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), least);
}
