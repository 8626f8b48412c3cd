/** The handout, drawn only while the page is printed: a sheet of problems, a sheet of answers. */

import { contractOf, isOver, turnOf } from "../../bridge/auction";
import { type Call, callSymbol, DOUBLING_NAMES } from "../../bridge/calls";
import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { type Input, toRequest } from "../../entry/input";
import { handPicture } from "../../export/hand-picture";
import { joinList, t, translate } from "../../i18n/translate";
import { formatChance, formatPercent, momentText } from "../../insight/format";
import type { Explanation } from "../../service/types";
import { handoutMoments } from "../../state/handout-choice";
import { formatAnswer, formatProblem } from "../../state/link";
import type { State } from "../../state/state";
import { ColouredLine } from "../common/pips";
import { CallNotes, FourHands, OwnHand, PrintedAuction, QrLink, TableConditions } from "./position-parts";
import { PosedPosition } from "./problem";

const LONG_AUCTION = 14;

interface Props {
  state: State;
  explanation: Explanation;
  /** The day, as ISO writes it. */
  day: string;
}

export function Handout({ state, explanation, day }: Props) {
  const { problems, answers, links } = state.handout;
  const moments = handoutMoments(state);
  const input = state.explained!;
  return (
    <>
      {problems && <ProblemSheet input={input} moments={moments} links={links} />}
      {answers && <AnswerSheet state={state} input={input} explanation={explanation} day={day} />}
    </>
  );
}

function AnswerSheet({ state, input, explanation, day }: Props & { input: Input }) {
  const { handout } = state;
  const moments = handoutMoments(state);
  const deal = handout.deal ? input.deal : null;
  const { position, calls } = explanation;
  const posed = handout.problems ? moments : [];
  return (
    <section class={calls.length > LONG_AUCTION ? "handout long" : "handout"} aria-label={t("Answer sheet")}>
      <h2>{t("What the auction tells")}</h2>
      <div class="handout-top">
        <div>
          <TableConditions position={position} />
          {deal === null ? <OwnHand position={position} counted /> : <FourHands deal={deal} />}
        </div>
        <div>
          <PrintedAuction
            position={position}
            note={(index) => <sup>{index + 1}</sup>}
            marked={moments.map((moment) => moment - 1)}
          />
          {isOver(position.auction) && <p>{contractText(position.dealer, position.auction)}</p>}
        </div>
        {handout.links && (
          <QrLink fragment={formatAnswer({ ...input, deal }, moments[0] ?? null)} text={t("The whole answer")} />
        )}
      </div>
      {moments.map((moment) => (
        <AnswerAt explanation={explanation} moment={moment} problem={posed.indexOf(moment) + 1} />
      ))}
      <h3>{t("What every call shows")}</h3>
      <CallNotes calls={calls} level={explanation.interval_level} />
      <Origin explanation={explanation} day={day} />
    </section>
  );
}

/** The contract of an ended auction. */
function contractText(dealer: Seat, auction: readonly Call[]): string {
  const contract = contractOf(dealer, auction);
  if (contract === null) return t("Passed out: nobody plays.");
  const { bid, doubling, declarer } = contract;
  const stake = doubling === null ? "" : ` ${t(DOUBLING_NAMES[doubling])}`;
  return t("Contract: {contract} by {declarer}", {
    contract: `${callSymbol(bid)}${stake}`,
    declarer: t(SEAT_NAMES[declarer]),
  });
}

interface AnswerProps {
  explanation: Explanation;
  moment: number;
  /** The number of the problem; 0 where none is posed. */
  problem: number;
}

function AnswerAt({ explanation, moment, problem }: AnswerProps) {
  const words = momentText(explanation, moment);
  return (
    <div class="handout-moment">
      <h3>{problem === 0 ? words : t("Problem {number}: {moment}", { number: problem, moment: words })}</h3>
      <ColouredLine text={nextText(explanation, moment)} />
      <Pictures explanation={explanation} moment={moment} />
    </div>
  );
}

/** The suggestion at the end of the auction; before it, the likeliest calls and the one made. */
function nextText({ position, moments, suggestion }: Explanation, moment: number): string {
  const made = position.auction[moment];
  const turn = turnOf(position.dealer, position.auction.slice(0, moment));
  if (turn === null) return t("The auction is over");
  if (made === undefined && suggestion !== null) return translate(suggestion.sentence, suggestion.said);
  const chances = moments[moment]!.next_call.slice(0, 3).map(
    ({ call, probability }) => `${callSymbol(call)} ${formatChance(probability)}`,
  );
  const values = { seat: t(SEAT_NAMES[turn]), calls: joinList(chances) };
  return made === undefined
    ? t("Likeliest next calls of {seat}: {calls}.", values)
    : t("Likeliest next calls of {seat}: {calls}. Made: {made}.", { ...values, made: callSymbol(made) });
}

/** The same pictures as in the files: they keep their colours on paper, in dark and light. */
function Pictures({ explanation, moment }: Omit<AnswerProps, "problem">) {
  const hidden = SEATS.filter((seat) => explanation.moments[moment]!.hands[seat] !== undefined);
  return (
    <div class={`handout-pictures of-${hidden.length}`}>
      {hidden.map((seat) => (
        <div dangerouslySetInnerHTML={{ __html: handPicture(explanation, moment, seat).svg }} />
      ))}
    </div>
  );
}

function Origin({ explanation, day }: { explanation: Explanation; day: string }) {
  const { model, interval_level } = explanation;
  return (
    <p class="handout-origin">
      {t(
        "Agreements and estimates, not the actual cards; what is usual holds in at least {share} of cases. BridgeViz, model {model}, {day}.",
        { share: formatPercent(interval_level), model: `${model.name} ${model.version}`, day },
      )}
    </p>
  );
}

/** The problems of a handout, one for each moment, with room for the answers. */
function ProblemSheet({ input, moments, links }: { input: Input; moments: readonly number[]; links: boolean }) {
  const position = toRequest(input);
  return (
    <section class="handout" aria-label={t("Problem sheet")}>
      {moments.map((moment, place) => (
        <article class="handout-problem">
          <h2>{t("Problem {number}", { number: place + 1 })}</h2>
          <div class="handout-top">
            <PosedPosition position={{ ...position, auction: position.auction.slice(0, moment) }} />
            {links && <QrLink fragment={formatProblem(input, moment)} text={t("The problem and its answer")} />}
          </div>
        </article>
      ))}
    </section>
  );
}
