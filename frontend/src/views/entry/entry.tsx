/** The left-hand side: the form, or one line of what is entered once that stands. */

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { EXAMPLES } from "../../entry/examples";
import { type PasteState, withLinkDealer } from "../../entry/text-fields";
import { t } from "../../i18n/translate";
import { rejectedText } from "../../service/boards";
import { firstField } from "../../service/failure";
import { failureOf, isFolded } from "../../state/selectors";
import type { Dispatch, PageProps, State } from "../../state/state";
import { useStateBetweenSteps } from "../common/deferred-moment";
import { boardName, Button, Complaints, FileButton, ReadingNotes } from "../common/fields";
import { AuctionSection } from "./auction-section";
import { SystemSection } from "./board-fields";
import { EntryLine } from "./entry-line";
import { HandSection } from "./hand-section";
import { SheetTabs, useSheet } from "./sheets";

export function Entry({ state, dispatch }: PageProps) {
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
        {still.explanation === null ? <FirstSteps dispatch={dispatch} /> : <ExamplePicker dispatch={dispatch} />}
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

/** On a phone, above the keys: what this is, and positions to try. */
function FirstSteps({ dispatch }: { dispatch: Dispatch }) {
  return (
    <section class="first-steps" aria-label={t("Examples")}>
      <p>{t("Enter a hand and the auction: see what each call says, and what to call. Or try:")}</p>
      {EXAMPLES.slice(0, 3).map(({ name, input }) => (
        <Button onClick={() => dispatch({ type: "input replaced", input })}>{t(name)}</Button>
      ))}
    </section>
  );
}

function ExamplePicker({ dispatch }: { dispatch: Dispatch }) {
  return (
    <details class="example-picker">
      <summary>{t("Examples")}</summary>
      <ul>
        {EXAMPLES.map(({ name, input }) => (
          <li>
            <Button onClick={() => dispatch({ type: "input replaced", input })}>{t(name)}</Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Other ways to an entry: paste or open a whole board, deal one by chance, undo. */
function EntryTools({ state, dispatch }: PageProps) {
  const { paste } = state.textFields;
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const left = !paste.open && panel.current!.contains(document.activeElement);
    if (left) opener.current!.focus({ preventScroll: true });
  }, [paste.open]);
  return (
    <section class="entry-tools" aria-label={t("Ways to enter a board")}>
      <div class="row">
        <button
          ref={opener}
          type="button"
          class="quiet"
          aria-expanded={paste.open}
          aria-controls="paste-panel"
          onClick={() => dispatch({ type: "paste opened", open: !paste.open })}
        >
          {t("Paste or open")}
        </button>
        <Button onClick={() => dispatch({ type: "random board dealt" })}>{t("Deal at random")}</Button>
        <Button disabled={state.history.past.length === 0} onClick={() => dispatch({ type: "undone" })}>
          {t("Undo")}
        </Button>
      </div>
      <div role="status">
        <ParseStatus paste={paste} />
      </div>
      {paste.taken !== null && paste.reading !== null && (
        <>
          <ReadingNotes
            reading={paste.reading}
            onChange={(source) => dispatch({ type: "parse requested", field: "paste", source })}
          />
          {!paste.open && <Complaints texts={[paste.error]} />}
        </>
      )}
      <div id="paste-panel" class="panel" hidden={!paste.open} ref={panel}>
        <PasteField paste={paste} dispatch={dispatch} />
        {paste.refused.length > 0 && <RejectedBoards paste={paste} />}
      </div>
    </section>
  );
}

function PasteField({ paste, dispatch }: { paste: PasteState; dispatch: Dispatch }) {
  const read = (text: string) => {
    dispatch({ type: "parse requested", field: "paste", source: { text } });
  };
  const readDealtBy = (seat: Seat) => {
    const text = withLinkDealer(paste.text, seat);
    dispatch({ type: "paste typed", text });
    read(text);
  };
  return (
    <div class="field">
      <label for="paste">{t("A deal, an auction, PBN, LIN or a hand viewer link")}</label>
      <textarea
        id="paste"
        rows={4}
        value={paste.text}
        spellcheck={false}
        autocomplete="off"
        placeholder={"N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT …"}
        aria-describedby="paste-complaint"
        aria-invalid={paste.error !== null}
        onInput={(event) => {
          const { value } = event.currentTarget;
          dispatch({ type: "paste typed", text: value });
          if (event.inputType === "insertFromPaste") read(value);
        }}
      />
      <Complaints id="paste-complaint" texts={[paste.error]} />
      {paste.lacksDealer && (
        <div class="row" role="group" aria-labelledby="who-dealt">
          <b id="who-dealt">{t("Who dealt?")}</b>
          {SEATS.map((seat) => (
            <Button onClick={() => readDealtBy(seat)}>{t(SEAT_NAMES[seat])}</Button>
          ))}
        </div>
      )}
      <div class="row">
        <Button disabled={paste.text.trim() === ""} onClick={() => read(paste.text)}>
          {t("Read the text")}
        </Button>
        <FileButton
          id="paste-file"
          onFile={(file) => dispatch({ type: "parse requested", field: "paste", source: { file } })}
        />
      </div>
    </div>
  );
}

/** Whether a text is being read, or which board of it is entered. */
function ParseStatus({ paste: { pending, taken } }: { paste: PasteState }) {
  if (pending) return <p class="progress">{t("Reading …")}</p>;
  if (taken === null) return null;
  return <p class="hint">{t("{board} loaded.", { board: boardName(taken) })}</p>;
}

function RejectedBoards({ paste }: { paste: PasteState }) {
  return (
    <ul class="rejected" aria-label={t("What could not be read")}>
      {paste.refused.map((board) => (
        <li class="complaint">{rejectedText(board)}</li>
      ))}
    </ul>
  );
}
