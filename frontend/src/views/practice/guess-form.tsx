/** The form in which a hidden hand is guessed: points and lengths, from and to. */

import { useRef, useState } from "preact/hooks";

import { t } from "../../i18n/translate";
import { type Guess, mostOf, QUANTITIES, type Quantity } from "../../practice/guess";
import { EMPTY_GUESS, type GuessErrors, type RangeText, readGuess } from "../../practice/guess-entry";
import { SuitName } from "../common/pips";

interface Props {
  /** Whose hand it is, in words. */
  whose: string;
  onSubmit: (guess: Guess) => void;
}

export function GuessForm({ whose, onSubmit }: Props) {
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
          "State a range of points and of the length of each suit. Leave out what you do not know. A narrow range scores more if it is right.",
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
      <div role="alert">{shown.hand !== undefined && <p class="complaint">{shown.hand}</p>}</div>
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
      <div role="alert" id={fault}>
        {error !== undefined && <p class="complaint">{error}</p>}
      </div>
    </div>
  );
}

export function QuantityName({ quantity }: { quantity: Quantity }) {
  return quantity === "hcp" ? <>{t("HCP")}</> : <SuitName suit={quantity} />;
}
