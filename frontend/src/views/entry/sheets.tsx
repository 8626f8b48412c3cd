/** The two sheets of the entry on a phone, one at a time: the cards, then the calls. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Call } from "../../bridge/calls";
import { HAND_SIZE } from "../../bridge/hand";
import { type Input, isComplete } from "../../entry/input";
import { t } from "../../i18n/translate";
import { type Failure, firstField } from "../../service/failure";
import { failureOf } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { Button } from "../common/fields";
import { CallsText, HandText } from "./entry-line";

export type Sheet = "cards" | "calls";

/** Media of a width at which one sheet is drawn at a time, as the styles have it. */
const PHONE = "(max-width: 47.99rem)";
const ON_CARDS = ["hand", "seat"];

export function isPhone(): boolean {
  return matchMedia(PHONE).matches;
}

interface Chosen {
  sheet: Sheet;
  full: boolean;
  failure: Failure | null;
}

/**
 * The sheet to draw, and the way to another: the calls once the hand is full, the cards while
 * it is not, that with the fault where something is wrong, and whichever is chosen meanwhile.
 */
export function useSheet(state: State, form: { current: HTMLFormElement | null }): [Sheet, (sheet: Sheet) => void] {
  const failure = failureOf(state);
  const full = isComplete(state.input);
  const chosen = useRef<Chosen>({ sheet: full ? "calls" : "cards", full, failure });
  const [, draw] = useState(0);
  const sheet = nextSheet(chosen.current, full, failure);
  chosen.current = { sheet, full, failure };
  useShownSheet(sheet, form);
  const choose = (other: Sheet) => {
    chosen.current = { ...chosen.current, sheet: other };
    draw((times) => times + 1);
  };
  return [sheet, choose];
}

function nextSheet(before: Chosen, full: boolean, failure: Failure | null): Sheet {
  if (isTyping()) return before.sheet;
  const fault = failure === null || failure === before.failure ? null : firstField(failure);
  if (fault !== null) return ON_CARDS.includes(fault) ? "cards" : "calls";
  if (full === before.full) return before.sheet;
  return full ? "calls" : "cards";
}

/** Whether the hand is being typed: its field stays in sight. */
function isTyping(): boolean {
  return document.activeElement?.id === "hand";
}

/** Bring another sheet into sight, and the focus to it where the last one had it. */
function useShownSheet(sheet: Sheet, form: { current: HTMLFormElement | null }): void {
  const before = useRef(sheet);
  useLayoutEffect(() => {
    const element = form.current!;
    if (before.current === sheet || !isPhone()) return;
    before.current = sheet;
    const sticks = getComputedStyle(element).position === "sticky";
    (sticks ? document.querySelector(".outcome")! : element).scrollIntoView();
    const lost = document.activeElement?.closest(sheet === "calls" ? ".hand-panel" : ".auction-panel");
    const grid = sheet === "calls" ? ".bidding-box" : ".card-grid";
    if (lost) element.querySelector<HTMLElement>(`${grid} [tabindex='0']`)?.focus({ preventScroll: true });
  }, [sheet]);
}

interface TabsProps {
  sheet: Sheet;
  input: Input;
  /** Whether the calls are shown with all that belongs to them. */
  more: boolean;
  onChoose: (sheet: Sheet) => void;
  onMore: () => void;
  dispatch: Dispatch;
}

export function SheetTabs({ sheet, input, more, onChoose, onMore, dispatch }: TabsProps) {
  return (
    <div class="sheet-tabs">
      <button type="button" aria-pressed={sheet === "cards"} onClick={() => onChoose("cards")}>
        <HandTab input={input} />
      </button>
      <button type="button" aria-pressed={sheet === "calls"} onClick={() => onChoose("calls")}>
        <CallsTab auction={input.auction} />
      </button>
      {sheet === "calls" && (
        <>
          <Button
            class="tool"
            aria-label={t("Undo last call")}
            disabled={input.auction.length === 0}
            onClick={() => dispatch({ type: "call taken back", ownTurn: true })}
          >
            ⌫
          </Button>
          <Button class="tool more" aria-label={t("Vulnerable, board, systems")} aria-expanded={more} onClick={onMore}>
            ⋯
          </Button>
          <button type="submit" class="tool done" aria-label={t("Done")}>
            ✓
          </button>
        </>
      )}
    </div>
  );
}

function HandTab({ input }: { input: Input }) {
  if (input.spectator) return <>{t("Looking on")}</>;
  if (!isComplete(input))
    return (
      <>
        {t("Your hand")} {input.cards.length}/{HAND_SIZE}
      </>
    );
  return (
    <>
      <span class="unseen">{t("Your hand")}</span> <HandText cards={input.cards} />
    </>
  );
}

function CallsTab({ auction }: { auction: readonly Call[] }) {
  if (auction.length === 0) return <>{t("The auction")}</>;
  return (
    <>
      <span class="unseen">{t("The auction")}</span> <CallsText auction={auction} />
    </>
  );
}
