/** Other ways to an entry: paste or open a whole board, deal one by chance, undo. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { SEAT_NAMES } from "../../bridge/table";
import type { Paste } from "../../entry/text-fields";
import { inTurn, retoldFault, say, sayCount } from "../../i18n/translate";
import type { RecordedBoard } from "../../service/boards";
import type { Dispatch, State } from "../../state/state";

interface Props {
  state: State;
  dispatch: Dispatch;
}

/** So many calls of a board are shown where boards are to be told apart. */
const CALLS_SHOWN = 6;

export function EntryTools({ state, dispatch }: Props) {
  const { paste } = state.readings;
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const left = !paste.open && panel.current!.contains(document.activeElement);
    if (left) opener.current!.focus({ preventScroll: true });
  }, [paste.open]);
  return (
    <section class="entry-tools" aria-label={say("Ways to enter a board")}>
      <div class="row">
        <button
          ref={opener}
          type="button"
          class="quiet"
          aria-expanded={paste.open}
          aria-controls="paste-panel"
          onClick={() => dispatch({ type: "paste opened", open: !paste.open })}
        >
          {say("Paste or open")}
        </button>
        <button type="button" class="quiet" onClick={() => dispatch({ type: "dealt at random" })}>
          {say("Deal at random")}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={state.history.past.length === 0}
          onClick={() => dispatch({ type: "undone" })}
        >
          {say("Undo")}
        </button>
      </div>
      <div role="status">
        <Found paste={paste} />
      </div>
      <div id="paste-panel" class="panel" hidden={!paste.open} ref={panel}>
        <PasteField paste={paste} dispatch={dispatch} />
        {toChoose(paste) && <BoardList paste={paste} dispatch={dispatch} />}
        {paste.refused.length > 0 && <Refusals paste={paste} />}
      </div>
    </section>
  );
}

interface FieldProps {
  paste: Paste;
  dispatch: Dispatch;
}

function PasteField({ paste, dispatch }: FieldProps) {
  const read = (text: string) => {
    dispatch({ type: "reading asked", reader: "paste", source: { text } });
  };
  return (
    <div class="field">
      <label for="paste">{say("A deal, an auction, PBN, LIN or a hand viewer link")}</label>
      <textarea
        id="paste"
        rows={4}
        value={paste.text}
        spellcheck={false}
        autocomplete="off"
        placeholder={"N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT …"}
        aria-describedby="paste-complaint"
        aria-invalid={paste.fault !== null}
        onInput={(event) => {
          const { value } = event.currentTarget;
          dispatch({ type: "paste typed", text: value });
          if (event.inputType === "insertFromPaste") read(value);
        }}
      />
      <div role="alert" id="paste-complaint">
        {paste.fault !== null && <p class="complaint">{paste.fault}</p>}
      </div>
      <div class="row">
        <button
          type="button"
          class="quiet"
          disabled={paste.text.trim() === ""}
          onClick={() => read(paste.text)}
        >
          {say("Read the text")}
        </button>
        <FileButton dispatch={dispatch} />
      </div>
    </div>
  );
}

/** The same file may be opened twice, so that the field forgets it at once. */
function FileButton({ dispatch }: { dispatch: Dispatch }) {
  return (
    <label class="quiet file">
      <span>{say("Open a file")}</span>
      <input
        id="paste-file"
        type="file"
        class="unseen"
        accept=".pbn,.lin,.txt,text/plain"
        onChange={(event) => {
          const field = event.currentTarget;
          const file = field.files?.[0];
          if (file) dispatch({ type: "reading asked", reader: "paste", source: { file } });
          field.value = "";
        }}
      />
    </label>
  );
}

/** What was found, for those who watch and those who listen. */
function Found({ paste }: { paste: Paste }) {
  const { open, busy, boards, more, taken } = paste;
  if (busy) return <p class="hint">{say("Reading …")}</p>;
  const chosen = taken === null ? undefined : boards[taken];
  if (chosen !== undefined) {
    return <p class="hint">{say("{board} is laid in.", { board: nameOf(chosen) })}</p>;
  }
  if (!open || boards.length === 0) return null;
  const count = sayCount("There is {count} board.", "There are {count} boards.", boards.length);
  return (
    <p class="hint">
      {inTurn([
        count,
        say("Choose one."),
        ...(more ? [say("The text has more than are shown here.")] : []),
      ])}
    </p>
  );
}

/** Whether there is a board to lay in besides the one that is. */
function toChoose({ boards, taken }: Paste): boolean {
  return boards.length > (taken === null ? 0 : 1);
}

function BoardList({ paste, dispatch }: FieldProps) {
  return (
    <ul class="board-list" aria-label={say("Boards")}>
      {paste.boards.map((board, index) => (
        <li>
          <button
            type="button"
            class="quiet"
            aria-pressed={paste.taken === index}
            onClick={() => dispatch({ type: "board taken", index, board })}
          >
            <b>{nameOf(board)}</b> <span class="hint">{detailOf(board)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Refusals({ paste }: { paste: Paste }) {
  return (
    <ul class="board-list" aria-label={say("What could not be read")}>
      {paste.refused.map(({ line, reason, said }) => (
        <li class="complaint">{say("Line {line}: {reason}", { line, reason: retoldFault(reason, said) })}</li>
      ))}
    </ul>
  );
}

function nameOf({ number, line }: RecordedBoard): string {
  return number === null
    ? say("The board in line {line}", { line })
    : say("Board {number}", { number });
}

/** What tells a board from others: who dealt, and the first calls. */
function detailOf({ dealer, auction }: RecordedBoard): string {
  const calls = auction.slice(0, CALLS_SHOWN).map(callSymbol).join(" ");
  const begun = auction.length > CALLS_SHOWN ? `${calls} …` : calls;
  return dealer === null
    ? begun
    : say("{seat} deals. {calls}", { seat: say(SEAT_NAMES[dealer]), calls: begun });
}
