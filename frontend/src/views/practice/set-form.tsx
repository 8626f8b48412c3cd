/** The choice of boards for a class: dealt anew, or those of a link. */

import { useRef, useState } from "preact/hooks";

import { SYSTEM_NAMES } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { type ClassSet, MOST_IN_SET, parseSet } from "../../practice/class-set";
import { type BoardsWanted, dealBoards, PRACTICE_SYSTEMS, type Theme } from "../../service/practice-boards";
import { Disclosure } from "../common/disclosure";
import { Select } from "../common/fields";
import { LevelChoice, ThemeChoice } from "./theme-choice";

interface Props {
  wanted: BoardsWanted;
  /** Of the system wanted; null while they are awaited. */
  themes: readonly Theme[] | null;
  onChange: (wanted: BoardsWanted) => void;
  onSet: (set: ClassSet) => void;
}

const LARGEST_SEED = 2 ** 32 - 1;

export function SetForm({ wanted, themes, onChange, onSet }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const request = useRef(new AbortController());
  const { system, theme, level, count, seed } = wanted;
  const change = (changes: Partial<BoardsWanted>) => onChange({ ...wanted, ...changes });
  const unknown = theme !== null && themes?.every(({ id }) => id !== theme) === true;
  const deal = async () => {
    request.current.abort();
    const { signal } = (request.current = new AbortController());
    setFault(null);
    onChange(wanted);
    const outcome = await dealBoards({ seed, count, system, theme, level }, signal).catch(() => null);
    if (outcome === null) return;
    if ("failure" in outcome) return setFault(outcome.failure.title);
    const boards = [...new Set(outcome.result.boards.map(({ id }) => id))];
    if (boards.length === 0) return setFault(t("There are no such boards. Choose another level."));
    onSet({ system, theme, boards });
  };
  return (
    <form
      class="set-form"
      onSubmit={(event) => {
        event.preventDefault();
        void deal();
      }}
    >
      <Select
        label={t("All play")}
        id="class-system"
        options={PRACTICE_SYSTEMS}
        value={system}
        text={(one) => t(SYSTEM_NAMES[one])}
        onChange={(one) => change({ system: one })}
      />
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
      <div role="alert">{fault !== null && <p class="complaint">{fault}</p>}</div>
      <Disclosure summary={t("Boards chosen earlier")}>{() => <LinkField onSet={onSet} />}</Disclosure>
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
function LinkField({ onSet }: Pick<Props, "onSet">) {
  const [fault, setFault] = useState("");
  return (
    <div class="field">
      <label for="class-link">{t("The link of the boards")}</label>
      <input
        id="class-link"
        aria-invalid={fault !== ""}
        onInput={(event) => {
          const link = event.currentTarget.value;
          const parsed = parseSet(link);
          setFault("fault" in parsed && link.trim() !== "" ? parsed.fault : "");
          if ("set" in parsed) onSet(parsed.set);
        }}
      />
      <div role="alert">{fault !== "" && <p class="complaint">{fault}</p>}</div>
    </div>
  );
}
