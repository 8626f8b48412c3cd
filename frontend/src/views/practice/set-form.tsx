/** The choice of boards for a class: dealt now, or those of a link. */

import { useState } from "preact/hooks";

import { hasChangedCard, playable } from "../../bridge/card";
import { t } from "../../i18n/translate";
import { MOST_IN_SET, parseSet } from "../../practice/class-set";
import { NOT_SENT, type PracticeDispatch, type PracticeProps } from "../../practice/practice-state";
import { randomSeed } from "../../practice/trick-quiz";
import type { BoardsWanted } from "../../service/practice-boards";
import { CardSelect, useVocabularyIf } from "../common/cards";
import { Disclosure } from "../common/disclosure";
import { Button, Complaints } from "../common/fields";
import { LevelChoice, ThemeChoice } from "./theme-choice";

const FIRST_COUNT = 8;
/** Seeds of four figures can be dictated. */
const SEEDS = 10_000;
const LARGEST_SEED = 2 ** 32 - 1;

export function SetForm({ state, dispatch }: PracticeProps) {
  const { settings, themes: known, classroom, forms } = state;
  const [firstSeed] = useState(() => randomSeed() % SEEDS);
  const { system: own, theme: chosen, level: usual } = settings;
  const wanted = classroom.wanted ?? { system: own, theme: chosen, level: usual, count: FIRST_COUNT, seed: firstSeed };
  const { system, theme, level, count, seed } = wanted;
  const themes = known[system];
  const change = (changes: Partial<BoardsWanted>) =>
    dispatch({ type: "class changed", classroom: { wanted: { ...wanted, ...changes } } });
  const unknown = theme !== null && themes?.every(({ id }) => id !== theme) === true;
  const { faults } = forms["class set"] ?? NOT_SENT;
  return (
    <form
      class="set-form"
      onSubmit={(event) => {
        event.preventDefault();
        change({});
        dispatch({ type: "form sent", need: { kind: "class set", wanted } });
      }}
    >
      <CardSelect label={t("All play")} id="class-system" value={system} onChange={(one) => change({ system: one })} />
      <ThemeChoice
        id="class-theme"
        themes={themes ?? []}
        theme={theme}
        unknown={unknown}
        onChange={(one) => change({ theme: one })}
      />
      <LevelChoice id="class-level" level={level} onChange={(one) => change({ level: one })} />
      <div class="row">
        <NumberField
          label={t("Number of boards")}
          id="class-count"
          value={count}
          range={[1, MOST_IN_SET]}
          onChange={(one) => change({ count: one })}
        />
        <NumberField
          label={t("Seed")}
          id="class-seed"
          value={seed}
          range={[0, LARGEST_SEED]}
          onChange={(one) => change({ seed: one })}
        />
      </div>
      <p class="hint">{t("The same seed deals the same boards.")}</p>
      <button type="submit" class="primary" disabled={unknown}>
        {t("Choose the boards")}
      </button>
      <Complaints texts={faults?.slice(0, 1) ?? null} />
      <Disclosure summary={t("Boards chosen earlier")}>{() => <LinkField dispatch={dispatch} />}</Disclosure>
    </form>
  );
}

interface NumberFieldProps {
  label: string;
  id: string;
  value: number;
  range: readonly [number, number];
  onChange: (value: number) => void;
}

function NumberField({ label, id, value, range: [least, most], onChange }: NumberFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        required
        min={least}
        max={most}
        value={value}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber;
          if (!Number.isNaN(number)) onChange(number);
        }}
      />
    </div>
  );
}

/** The field for the link of a set. */
function LinkField({ dispatch }: { dispatch: PracticeDispatch }) {
  const [link, setLink] = useState("");
  const vocabulary = useVocabularyIf(hasChangedCard(link));
  const parsed = parseSet(link);
  const set = "set" in parsed ? parsed.set : null;
  const read = set && playable({ ns: set.system, ew: set.system }, vocabulary);
  const fault = "fault" in parsed && link.trim() !== "" ? parsed.fault : null;
  return (
    <div class="field">
      <label for="class-link">{t("The link of the boards")}</label>
      <input
        id="class-link"
        aria-invalid={fault !== null}
        value={link}
        onInput={(event) => setLink(event.currentTarget.value)}
      />
      <Complaints texts={[fault, ...(read?.faults ?? [])]} />
      <Button
        disabled={set === null}
        onClick={() => {
          if (set === null || read === null) return;
          dispatch({ type: "class changed", classroom: { set: { ...set, system: read.cards.ns } } });
        }}
      >
        {t("Open these boards")}
      </Button>
    </div>
  );
}
