/** The reasons for a suggestion, in three depths: one line, a paragraph, tables. */

import { SUITS } from "../../bridge/table";
import { GAME_HCP, SLAM_HCP } from "../../bridge/thresholds";
import { inTurn, say } from "../../i18n/translate";
import { chance, percent, range } from "../../insight/format";
import { often } from "../../insight/meanings";
import {
  type Candidate, type OwnHand, type Reasons, reasonsOf, type Together,
} from "../../insight/reasons";
import { whySentences } from "../../insight/reasons-text";
import type { Explanation } from "../../service/types";
import {
  type Depth, DEPTHS, type Exploring, optionsKey, optionsOf, positionAhead,
} from "../../state/inspection";
import type { Dispatch } from "../../state/state";
import { Choice } from "../common/fields";
import { CallText, Prose, SuitName } from "../common/pips";

interface Props {
  explanation: Explanation;
  exploring: Exploring;
  dispatch: Dispatch;
}

export function Reason({ explanation, exploring, dispatch }: Props) {
  const { depth } = exploring;
  const options = optionsOf(exploring, explanation.position);
  const reasons = depth === "line" ? null : reasonsOf(explanation, options);
  return (
    <div class="reason">
      <Choice
        legend={say("Reasons")}
        name="depth"
        options={DEPTHS}
        value={depth}
        label={depthName}
        onChange={(chosen) => dispatch({ type: "depth set", depth: chosen })}
      />
      <div role="status">
        {reasons !== null && (
          <>
            <Why reasons={reasons} level={explanation.interval_level} />
            <Awaited exploring={exploring} explanation={explanation} />
          </>
        )}
      </div>
      {reasons !== null && depth === "numbers" && <Numbers reasons={reasons} />}
    </div>
  );
}

function depthName(depth: Depth): string {
  return { line: say("One line"), why: say("Why?"), numbers: say("Numbers") }[depth];
}

function Why({ reasons, level }: { reasons: Reasons; level: number }) {
  return (
    <p class="why">
      <Prose text={inTurn(whySentences(reasons, level))} />
    </p>
  );
}

/** What the calls would show is asked only now: until then, and where it fails, it is said so. */
function Awaited({ exploring, explanation }: Omit<Props, "dispatch">) {
  const answer = exploring.answers[optionsKey(positionAhead(explanation.position))];
  if (answer?.kind === "told") return null;
  if (answer?.kind !== "failed") return <p class="hint">{say("asking what the calls would show …")}</p>;
  const title = answer.failure.title;
  return <p class="complaint">{say("What the calls would show is not known: {title}", { title })}</p>;
}

function Numbers({ reasons: { candidates, together } }: { reasons: Reasons }) {
  return (
    <>
      <Candidates candidates={candidates} own={together?.own ?? null} />
      {together !== null && <PartnerTable together={together} />}
    </>
  );
}

function Candidates({ candidates, own }: { candidates: Candidate[]; own: OwnHand | null }) {
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label={say("The call and its rivals")}>
      <table class="candidates">
        <caption>{say("What each would show")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("Call")}</th>
            <th scope="col">{own === null ? say("Chance") : say("Your hand")}</th>
            <th scope="col">{say("To all")}</th>
            <th scope="col">{say("HCP")}</th>
            {SUITS.map((suit) => (
              <th scope="col">
                <SuitName suit={suit} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <CandidateRow candidate={candidate} />
          ))}
          {own !== null && <OwnRow own={own} />}
        </tbody>
      </table>
    </div>
  );
}

function CandidateRow({ candidate: { call, probability, meaning } }: { candidate: Candidate }) {
  return (
    <tr data-call={call}>
      <th scope="row">
        <CallText call={call} />
      </th>
      <td>{chance(probability)}</td>
      <td>{meaning === null ? "…" : often(meaning.probability)}</td>
      <td>{meaning === null ? "…" : range(meaning.shows.hcp)}</td>
      {SUITS.map((suit) => (
        <td>{meaning === null ? "…" : range(meaning.shows.lengths[suit])}</td>
      ))}
    </tr>
  );
}

function OwnRow({ own }: { own: OwnHand }) {
  return (
    <tr class="own">
      <th scope="row">{say("You have")}</th>
      <td />
      <td />
      <td>{own.hcp}</td>
      {SUITS.map((suit) => (
        <td>{own.lengths[suit]}</td>
      ))}
    </tr>
  );
}

function PartnerTable({ together }: { together: Together }) {
  const { own, hcp, sum, game, slam, fits } = together;
  const points: [string, string][] = [
    [say("{count} HCP or more", { count: GAME_HCP }), percent(game)],
    [say("{count} HCP or more", { count: SLAM_HCP }), percent(slam)],
  ];
  return (
    <table class="together">
      <caption>{say("With partner")}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{say("You")}</th>
          <th scope="col">{say("Partner")}</th>
          <th scope="col">{say("Together")}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{say("HCP")}</th>
          <td>{own.hcp}</td>
          <td>{range(hcp)}</td>
          <td>{range(sum)}</td>
        </tr>
        {points.map(([name, value]) => (
          <tr>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
        {fits.map(({ suit, own: held, partner, chance: likely }) => (
          <tr>
            <th scope="row">
              <SuitName suit={suit} /> {say("8 or more")}
            </th>
            <td>{held}</td>
            <td>{range(partner)}</td>
            <td>{percent(likely)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
