/** Other ways to an entry: paste or open a whole board, deal one by chance, undo. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { type PasteState, withLinkDealer } from "../../entry/text-fields";
import { t, translateError } from "../../i18n/translate";
import type { Dispatch, State } from "../../state/state";
import { boardName } from "../common/board-name";
import { FileButton } from "../common/file-button";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function EntryTools({ state, dispatch }: Props) {
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
        <button type="button" class="quiet" onClick={() => dispatch({ type: "random board dealt" })}>
          {t("Deal at random")}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={state.history.past.length === 0}
          onClick={() => dispatch({ type: "undone" })}
        >
          {t("Undo")}
        </button>
      </div>
      <div role="status">
        <ParseStatus paste={paste} />
      </div>
      <div id="paste-panel" class="panel" hidden={!paste.open} ref={panel}>
        <PasteField paste={paste} dispatch={dispatch} />
        {paste.refused.length > 0 && <RejectedBoards paste={paste} />}
      </div>
    </section>
  );
}

interface FieldProps {
  paste: PasteState;
  dispatch: Dispatch;
}

function PasteField({ paste, dispatch }: FieldProps) {
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
      <div role="alert" id="paste-complaint">
        {paste.error !== null && <p class="complaint">{paste.error}</p>}
      </div>
      {paste.lacksDealer && (
        <div class="row" role="group" aria-labelledby="who-dealt">
          <b id="who-dealt">{t("Who dealt?")}</b>
          {SEATS.map((seat) => (
            <button type="button" class="quiet" onClick={() => readDealtBy(seat)}>
              {t(SEAT_NAMES[seat])}
            </button>
          ))}
        </div>
      )}
      <div class="row">
        <button
          type="button"
          class="quiet"
          disabled={paste.text.trim() === ""}
          onClick={() => read(paste.text)}
        >
          {t("Read the text")}
        </button>
        <FileButton
          id="paste-file"
          onFile={(file) =>
            dispatch({ type: "parse requested", field: "paste", source: { file } })
          }
        />
      </div>
    </div>
  );
}

/** Whether a text is being read, or which board of it is entered. */
function ParseStatus({ paste: { pending, taken } }: { paste: PasteState }) {
  if (pending) return <p class="hint">{t("Reading …")}</p>;
  if (taken === null) return null;
  return <p class="hint">{t("{board} is laid in.", { board: boardName(taken) })}</p>;
}

function RejectedBoards({ paste }: { paste: PasteState }) {
  return (
    <ul class="rejected" aria-label={t("What could not be read")}>
      {paste.refused.map(({ line, reason, said }) => (
        <li class="complaint">{t("Line {line}: {reason}", { line, reason: translateError(reason, said) })}</li>
      ))}
    </ul>
  );
}
