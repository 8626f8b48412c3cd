/** The explanations of all boards of a file, computed on the site and then downloaded as one file. */

import { useState } from "preact/hooks";

import { SEAT_NAMES, SEATS } from "../../bridge/table";
import { boardsToPbn } from "../../entry/boards-pbn";
import { plural, t } from "../../i18n/translate";
import { fetchDocument } from "../../service/client";
import type { Failure } from "../../service/failure";
import type { Schemas } from "../../service/types";
import type { BoardList } from "../../state/reviews";
import { Disclosure } from "../common/disclosure";
import { Button, FailureNote } from "../common/fields";

/** Whose hand is in view: one player's, each player's in turn, or nobody's. */
const VIEWS = [...SEATS, "all", "spectator"] as const;
type View = (typeof VIEWS)[number];

export function AnswersFile({ list }: { list: BoardList }) {
  return (
    <Disclosure summary={t("All answers as one file, for programs")}>{() => <AnswersForm list={list} />}</Disclosure>
  );
}

function AnswersForm({ list }: { list: BoardList }) {
  const [view, setView] = useState<View>("S");
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const count = list.boards.length * (view === "all" ? SEATS.length : 1);
  async function submit() {
    setSending(true);
    setFailure(null);
    const boards = list.boards.map((listed) => asReviewed(listed, list.systems));
    const address = `/api/v1/batches?view=${view}`;
    const sent = await fetchDocument<Schemas["BatchStatus"]>(
      address,
      new AbortController().signal,
      boardsToPbn(boards),
    );
    if ("failure" in sent) {
      setSending(false);
      return setFailure(sent.failure);
    }
    // Not before: a second click would ask for all of it again.
    addEventListener("pagehide", () => setSending(false), { once: true });
    location.assign(sent.result.url.replace("/api/v1/", "/"));
  }
  return (
    <div class="answers-file">
      <p class="hint">
        {t(
          "The explanation of each board's auction, as lines of JSON. Single questions go first, so a long file takes a while.",
        )}
      </p>
      <label class="switch">
        {t("Point of view")}
        <select value={view} onChange={(event) => setView(event.currentTarget.value as View)}>
          {VIEWS.map((one) => (
            <option value={one}>{viewName(one)}</option>
          ))}
        </select>
      </label>{" "}
      <Button disabled={sending} onClick={() => void submit()}>
        {plural("Compute {count} answer", "Compute {count} answers", count)}
      </Button>
      {failure !== null && <FailureNote failure={failure} />}
    </div>
  );
}

/** A board with what its review takes it to have: systems, dealer and vulnerability. */
function asReviewed({ board, request }: BoardList["boards"][number], { ns, ew }: BoardList["systems"]) {
  if (request === null) return { ...board, cards: { ns: board.cards.ns ?? ns, ew: board.cards.ew ?? ew } };
  const { dealer, vulnerability, systems } = request;
  return { ...board, dealer, vulnerability, cards: systems };
}

function viewName(view: View): string {
  if (view === "all") return t("each of the four players");
  if (view === "spectator") return t("a spectator, who sees no cards");
  return t("{seat}, with that hand in view", { seat: t(SEAT_NAMES[view]) });
}
