/** The left-hand side: the form, or one line of what is entered once that stands. */

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { EXAMPLES } from "../../entry/examples";
import { t } from "../../i18n/translate";
import { firstField } from "../../service/failure";
import { failureOf, isFolded } from "../../state/selectors";
import type { Dispatch, State } from "../../state/state";
import { useStateBetweenSteps } from "../common/deferred-moment";
import { AuctionSection } from "./auction-section";
import { SystemSection } from "./board-fields";
import { EntryLine } from "./entry-line";
import { EntryTools } from "./entry-tools";
import { HandSection } from "./hand-section";
import { SheetTabs, useSheet } from "./sheets";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function Entry({ state, dispatch }: Props) {
  const folded = isFolded(state);
  const form = useRef<HTMLFormElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const [sheet, setSheet] = useSheet(state, form);
  const [more, setMore] = useState(false);
  const keypad = sheet === "calls" && !more && isKeypadEnough(state);
  useFocusOnFold(folded, form, change);
  const still = useStateBetweenSteps(state);
  const above = useMemo(
    () => (
      <>
        {still.explanation !== null && <ExamplePicker dispatch={dispatch} />}
        <EntryTools state={still} dispatch={dispatch} />
      </>
    ),
    [still, dispatch],
  );
  const hand = useMemo(() => <HandSection state={still} dispatch={dispatch} />, [still, dispatch]);
  const below = useMemo(() => <SystemSection state={still} dispatch={dispatch} />, [still, dispatch]);
  return (
    <>
      {folded && <EntryLine input={state.input} dispatch={dispatch} button={change} />}
      <form
        id="entry"
        ref={form}
        class={`entry sheet-${sheet}${keypad ? " keypad" : ""}`}
        hidden={folded}
        tabIndex={-1}
        aria-label={t("Your hand and the auction")}
        onSubmit={(event) => {
          event.preventDefault();
          dispatch({ type: "submitted" });
        }}
      >
        <div class="fields">
          {above}
          <SheetTabs
            sheet={sheet}
            input={state.input}
            more={!keypad}
            onChoose={setSheet}
            onMore={() => setMore(keypad)}
            dispatch={dispatch}
          />
          {hand}
          <AuctionSection state={state} dispatch={dispatch} />
          {below}
        </div>
        <button type="submit" class="primary ask">
          {t("Explain")}
        </button>
      </form>
    </>
  );
}

/** Whether a phone may leave out all but the calls: nothing else is open, or at fault. */
function isKeypadEnough(state: State): boolean {
  const { textFields } = state;
  const failure = failureOf(state);
  const fault = failure === null ? null : firstField(failure);
  return !textFields.paste.open && textFields.calls.error === null && (fault === null || fault === "auction");
}

/** Keep the focus in the entry when it is folded or opened, where it was there. */
function useFocusOnFold(
  folded: boolean,
  form: { current: HTMLFormElement | null },
  change: { current: HTMLButtonElement | null },
): void {
  const before = useRef(folded);
  useLayoutEffect(() => {
    if (before.current === folded) return;
    before.current = folded;
    const { activeElement } = document;
    if (folded && form.current!.contains(activeElement)) change.current!.focus({ preventScroll: true });
    if (!folded && activeElement === document.body) form.current!.focus({ preventScroll: true });
  }, [folded]);
}

function ExamplePicker({ dispatch }: { dispatch: Dispatch }) {
  return (
    <details class="example-picker">
      <summary>{t("Examples")}</summary>
      <ul>
        {EXAMPLES.map(({ name, input }) => (
          <li>
            <button
              type="button"
              class="quiet"
              onClick={() => dispatch({ type: "input replaced", input })}
            >
              {t(name)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
