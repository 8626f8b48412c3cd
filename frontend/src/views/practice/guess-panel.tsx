/** The drill "guess the hidden hand": what does a hand hold, as far as the auction tells? */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { parseHand } from "../../bridge/hand";
import { relationOf, type Seat, SEAT_NAMES, seatAfter } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { type Truth, truthOf } from "../../insight/accuracy";
import { formatPercent, formatRange, momentText } from "../../insight/format";
import {
  EMPTY_GUESS,
  type Guess,
  type GuessErrors,
  handScoresText,
  holds,
  mostOf,
  QUANTITIES,
  type Quantity,
  type QuantityScore,
  type RangeText,
  readGuess,
  remarkText,
  scoreGuess,
  scoreOnHand,
  shareText,
  truthOn,
  verdictText,
} from "../../practice/guess";
import type { Hands } from "../../service/practice-boards";
import type { Explanation, HiddenHand } from "../../service/types";
import { Choice, Complaints, TableHead } from "../common/fields";
import { SuitName } from "../common/pips";

interface Props {
  explanation: Explanation;
  /** The place of the moment in the explanation: the number of calls made. */
  momentIndex: number;
  /** The player's seats, whose hands are not guessed. */
  players: readonly Seat[];
  /** The actual hands; null until the board has ended. */
  hands: Hands | null;
}

/** Keeps the guesses at a board; give it a key of the board's. */
export function GuessPanel({ explanation, momentIndex, players, hands }: Props) {
  const { position, moments } = explanation;
  const now = moments[momentIndex]!.hands;
  const seats = [2, 1, 3]
    .map((turns) => seatAfter(position.seat, turns))
    .filter((seat) => !players.includes(seat) && now[seat] !== undefined);
  const [chosen, setChosen] = useState<Seat | null>(null);
  const [guesses, setGuesses] = useState<Readonly<Record<string, Guess>>>({});
  const seat = chosen !== null && seats.includes(chosen) ? chosen : seats[0];
  if (seat === undefined || (hands !== null && Object.keys(guesses).length === 0)) return null;
  const key = [seat, ...position.auction.slice(0, momentIndex)].join("-");
  const guess = guesses[key];
  const [then, known] = [moments[0]!.hands[seat]!, now[seat]!];
  const name = t("{seat}, {relation}", { seat: t(SEAT_NAMES[seat]), relation: relationOf(seat, position.seat) });
  const submit = (stated: Guess) => setGuesses({ ...guesses, [key]: stated });
  return (
    <section class="panel guess" aria-labelledby="guess-title">
      <h2 id="guess-title">{t("Guess the hidden hand")}</h2>
      <p class="hint">{momentText(explanation, momentIndex)}</p>
      <Choice
        legend={t("Whose hand?")}
        name="guessed-seat"
        options={seats}
        value={seat}
        label={(option) => (
          <>
            {t(SEAT_NAMES[option])} <span class="relation">{relationOf(option, position.seat)}</span>
          </>
        )}
        onChange={setChosen}
      />
      {guess === undefined && hands !== null && <p>{t("You did not guess this hand.")}</p>}
      {guess === undefined ? (
        hands === null && <GuessForm key={key} whose={name} onSubmit={submit} />
      ) : (
        <GuessResult
          key={key}
          guess={guess}
          before={then}
          now={known}
          whose={name}
          level={explanation.interval_level}
          hand={hands === null ? null : hands[seat]}
        />
      )}
    </section>
  );
}

interface GuessResultProps {
  guess: Guess;
  before: HiddenHand;
  now: HiddenHand;
  /** Whose hand it is, in words. */
  whose: string;
  /** The share of cases that the model's ranges hold at least. */
  level: number;
  /** The actual hand, once it is known. */
  hand: string | null;
}

/** What a guess at a hidden hand is worth, and what was off about it. */
function GuessResult({ guess, before, now, whose, level, hand }: GuessResultProps) {
  const score = useMemo(() => scoreGuess(guess, before, now), [guess, before, now]);
  const truth = hand === null ? null : truthOf(parseHand(hand).cards);
  const verdict = useRef<HTMLHeadingElement>(null);
  useEffect(() => verdict.current?.focus({ preventScroll: true }), []);
  const share = shareText(score);
  return (
    <div class="guess-result">
      <h3 ref={verdict} tabIndex={-1}>
        {verdictText(score)}
      </h3>
      {share !== null && <p>{share}</p>}
      <table class="numbers">
        <caption class="unseen">{whose}</caption>
        <TableHead
          names={[
            null,
            t("Your range"),
            t("Model, {level}", { level: formatPercent(level) }),
            ...(truth === null ? [] : [t("Actual")]),
            t("Remark"),
          ]}
        />
        <tbody>
          {score.quantities.map((one) => (
            <QuantityRow score={one} truth={truth} />
          ))}
        </tbody>
      </table>
      {truth !== null && <p class="hint">{handScoresText(scoreOnHand(guess, before, now, truth))}</p>}
    </div>
  );
}

function QuantityRow({ score, truth }: { score: QuantityScore; truth: Truth | null }) {
  const { quantity, range, model } = score;
  return (
    <tr>
      <th scope="row">
        <QuantityName quantity={quantity} />
      </th>
      <td>{range === null ? "–" : formatRange({ low: range.from, high: range.to })}</td>
      <td>{formatRange(model)}</td>
      {truth !== null && (
        <td class="actual">
          {truthOn(truth, quantity)}
          {range !== null && <InRange inside={holds(range, truthOn(truth, quantity))} />}
        </td>
      )}
      <td>{remarkText(score)}</td>
    </tr>
  );
}

function InRange({ inside }: { inside: boolean }) {
  return (
    <>
      {" "}
      <span class={inside ? "inside" : "outside"} aria-hidden="true">
        {inside ? "✓" : "✕"}
      </span>
      <span class="unseen">{inside ? t("in your range") : t("not in your range")}</span>
    </>
  );
}

interface GuessFormProps {
  /** Whose hand it is, in words. */
  whose: string;
  onSubmit: (guess: Guess) => void;
}

/** The form in which a hidden hand is guessed: points and lengths, from and to. */
function GuessForm({ whose, onSubmit }: GuessFormProps) {
  const [text, setText] = useState(EMPTY_GUESS);
  // Faults are named from the first try on.
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { guess, errors } = readGuess(text);
  const shown: GuessErrors = tried ? errors : {};
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    const [fault] = Object.keys(errors) as (keyof GuessErrors)[];
    if (fault === undefined) return onSubmit(guess);
    const field = fault === "hand" ? "hcp" : fault;
    form.current?.querySelector<HTMLElement>(`[name="${field}-from"]`)?.focus();
  };
  return (
    <form ref={form} class="guess-form" noValidate onSubmit={submit} aria-label={whose}>
      <p class="hint">
        {t(
          "Enter a range for the points and for the length of each suit. Leave out what you do not know. A narrow range scores more if it is right.",
        )}
      </p>
      {QUANTITIES.map((quantity) => (
        <RangeFields
          quantity={quantity}
          value={text[quantity]}
          error={shown[quantity]}
          onChange={(range) => setText({ ...text, [quantity]: range })}
        />
      ))}
      <Complaints texts={[shown.hand ?? null]} />
      <button type="submit" class="primary">
        {t("Score the guess")}
      </button>
    </form>
  );
}

interface RangeProps {
  quantity: Quantity;
  value: RangeText;
  error: string | undefined;
  onChange: (range: RangeText) => void;
}

const ENDS = ["from", "to"] as const;

function RangeFields({ quantity, value, error, onChange }: RangeProps) {
  const [name, fault] = [`guess-${quantity}`, `guess-${quantity}-fault`];
  return (
    <div class="guess-range" role="group" aria-labelledby={name}>
      <span id={name} class="quantity">
        <QuantityName quantity={quantity} />
      </span>
      {ENDS.map((end) => (
        <label class="end">
          <span>{end === "from" ? t("from") : t("to")}</span>
          <input
            type="number"
            inputMode="numeric"
            name={`${quantity}-${end}`}
            min={0}
            max={mostOf(quantity)}
            step={1}
            value={value[end]}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : fault}
            onInput={(event) => onChange({ ...value, [end]: event.currentTarget.value })}
          />
        </label>
      ))}
      <Complaints id={fault} texts={[error ?? null]} />
    </div>
  );
}

function QuantityName({ quantity }: { quantity: Quantity }) {
  return quantity === "hcp" ? <>{t("HCP")}</> : <SuitName suit={quantity} />;
}
