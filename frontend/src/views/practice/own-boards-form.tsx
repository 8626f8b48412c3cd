/** Boards that the player pastes or opens, to be bid. */

import type { QueuedBoard } from "../../practice/played-board";
import { useRef, useState } from "preact/hooks";

import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { plural, t, translateError } from "../../i18n/translate";
import { queuedBoards } from "../../practice/own-boards";
import { type Boards, type BoardsResult, type BoardSource, parseBoards } from "../../service/boards";
import { Select } from "../common/fields";
import { FileButton } from "../common/file-button";

/** What became of the text last read. */
interface Reading {
  pending: boolean;
  faults: readonly string[];
}

interface Props {
  onBoards: (boards: readonly QueuedBoard[]) => void;
}

export function OwnBoardsForm({ onBoards }: Props) {
  const [text, setText] = useState("");
  const [seat, setSeat] = useState<Seat>("S");
  const [reading, setReading] = useState<Reading>({ pending: false, faults: [] });
  const request = useRef(new AbortController());
  const read = async (source: BoardSource) => {
    request.current.abort();
    const { signal } = (request.current = new AbortController());
    setReading({ pending: true, faults: [] });
    const result = await parseBoards(source, { seat, dealer: "N" }, signal).catch(() => null);
    if (result === null) return;
    if (result.kind === "error") return setReading({ pending: false, faults: faultsOfError(result) });
    const { boards, incomplete } = queuedBoards(result.found.boards, seat);
    setReading({ pending: false, faults: faultsOf(result.found, incomplete) });
    if (boards.length > 0) onBoards(boards);
  };
  return (
    <form
      class="own-boards"
      onSubmit={(event) => {
        event.preventDefault();
        void read({ text });
      }}
    >
      <div class="field">
        <label for="own-boards">{t("Boards as PBN, LIN or four hands")}</label>
        <textarea
          id="own-boards"
          rows={4}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Select
        label={t("You sit")}
        id="own-boards-seat"
        options={SEATS}
        value={seat}
        text={(one) => t(SEAT_NAMES[one])}
        onChange={setSeat}
      />
      <div class="row">
        <button type="submit" class="quiet" disabled={text.trim() === ""}>
          {t("Bid these boards")}
        </button>
        <FileButton onFile={(file) => void read({ file })} />
      </div>
      <div role="alert">
        {reading.faults.map((fault) => (
          <p class="complaint">{fault}</p>
        ))}
      </div>
      <p role="status" class="hint">
        {reading.pending && t("Reading …")}
      </p>
    </form>
  );
}

/** Why nothing was read; of a text without boards first that it has none. */
function faultsOfError({ text, isRead }: Extract<BoardsResult, { kind: "error" }>): string[] {
  return isRead === true ? [noBoard(), text] : [text];
}

function noBoard(): string {
  return t("No board was found: paste PBN, LIN or four hands.");
}

/** What could not be read, and the boards that cannot be bid. */
function faultsOf({ boards, refused }: Boards, incomplete: number): string[] {
  const reasons = refused.map(({ line, reason, said }) =>
    t("Line {line}: {reason}", { line, reason: translateError(reason, said) }),
  );
  const faults = boards.length === 0 ? [noBoard(), ...reasons] : reasons;
  if (incomplete === 0) return faults;
  const lacking = plural(
    "{count} board cannot be bid: all four hands are needed.",
    "{count} boards cannot be bid: all four hands are needed.",
    incomplete,
  );
  return [...faults, lacking];
}
