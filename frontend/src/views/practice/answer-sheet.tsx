/** The answers to a set, to be printed: all hands, and the robots' auctions. */

import { useEffect, useRef, useState } from "preact/hooks";

import { dealFromHands } from "../../bridge/deal";
import { SYSTEM_NAMES } from "../../bridge/systems";
import { SEAT_NAMES, VULNERABILITY_NAMES } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { contractName } from "../../insight/verdicts";
import type { ClassSet } from "../../practice/class-set";
import { fetchSheet, type SheetBoard } from "../../practice/class-sheet";
import { themeName } from "../../practice/theme-name";
import type { Failure } from "../../service/failure";
import type { Theme } from "../../service/practice-boards";
import { FourHands, PrintedAuction } from "../export/position-parts";

interface Props {
  set: ClassSet;
  /** Those of the set that have come. */
  boards: readonly SheetBoard[];
  themes: readonly Theme[];
  onBoard: (board: SheetBoard) => void;
}

export function AnswerSheet({ set, boards, themes, onBoard }: Props) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = useRef(new AbortController());
  useEffect(() => () => request.current.abort(), []);
  const fetchBoards = async () => {
    setPending(true);
    setFailure(null);
    try {
      setFailure(await fetchSheet(set, boards.length, request.current.signal, onBoard));
      setPending(false);
    } catch {
      // Other boards were chosen.
    }
  };
  const [done, count] = [boards.length, set.boards.length];
  return (
    <section class="answers" aria-labelledby="answers-title">
      <h3 id="answers-title">{t("Answer sheet")}</h3>
      <p>{t("All four hands of each board, and how robots bid it.")}</p>
      <div class="row">
        {done < count ? (
          <button type="button" class="quiet" disabled={pending} onClick={() => void fetchBoards()}>
            {failure === null ? t("Make the answer sheet") : t("Try again")}
          </button>
        ) : (
          <button type="button" class="quiet" onClick={() => print()}>
            {t("Print the answer sheet")}
          </button>
        )}
        <span role="status" class="hint">
          {pending && t("{done} of {count} boards", { done, count })}
        </span>
      </div>
      <div role="alert">{failure !== null && <p class="complaint">{failure.title}</p>}</div>
      {done === count && (
        <div class="answer-sheet">
          <header>
            <h2>{themeName(themes, set.theme)}</h2>
            <p>{t("Both sides play {system}.", { system: t(SYSTEM_NAMES[set.system]) })}</p>
          </header>
          {boards.map((answer, place) => (
            <AnswerBoard number={place + 1} answer={answer} />
          ))}
        </div>
      )}
    </section>
  );
}

interface BoardProps {
  number: number;
  answer: SheetBoard;
}

function AnswerBoard({ number, answer: { board, auction, contract } }: BoardProps) {
  const { dealer, vulnerability, hands } = board;
  return (
    <article class="answer-board">
      <h3>{t("Board {number}", { number })}</h3>
      <div class="answer-columns">
        <FourHands deal={dealFromHands(hands)!} />
        <div>
          <p>
            {t("Dealer {dealer}, vulnerable: {vulnerable}", {
              dealer: t(SEAT_NAMES[dealer]), vulnerable: t(VULNERABILITY_NAMES[vulnerability]),
            })}
          </p>
          <PrintedAuction position={{ dealer, auction: [...auction] }} />
          <p>{contract === null ? t("passed out") : contractName(contract)}</p>
        </div>
      </div>
    </article>
  );
}
