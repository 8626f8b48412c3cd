/** What two cards play differently, for partners who do not agree. */

import { useState } from "preact/hooks";

import { cardName, type Change, differences, isOffered, parseCard } from "../../bridge/card";
import { plural, t } from "../../i18n/translate";
import { codeInText } from "../../state/card-link";
import type { EditorProps } from "../../state/card-state";
import { Button, Complaints, Select, TableHead, TableRow } from "../common/fields";
import { ColouredText } from "../common/pips";

export function CardDifferences({ state, dispatch, vocabulary, code }: EditorProps) {
  const { compared, own } = state;
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const others = [
    ...own.cards,
    ...vocabulary.cards,
    ...vocabulary.bases.map((base) => ({ ...base, name: t(base.name) })),
  ];
  const listed = [...new Set(["", ...(compared === null ? [] : [compared]), ...others.map((one) => one.code)])];
  const nameOf = (other: string) =>
    others.find((one) => one.code === other)?.name ?? (other === "" ? "–" : cardName(other, vocabulary));
  const compare = (other: string | null) => dispatch({ type: "compared", code: other });
  return (
    <>
      <Select
        label={t("Compare with")}
        id="card-compared"
        options={listed}
        value={compared ?? ""}
        text={nameOf}
        onChange={(other) => compare(other === "" ? null : other)}
      />
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          const other = codeInText(text);
          const card = other === null ? null : parseCard(other, vocabulary);
          const known = vocabulary.bases.some(({ id }) => id === card?.base);
          setFault(known ? null : t("This is neither a link to a card nor its code."));
          if (known) compare(other);
        }}
      >
        <label for="partners-card">{t("Or paste your partner's link")}</label>
        <div class="card-paste">
          <input
            id="partners-card"
            value={text}
            aria-describedby="partners-card-complaint"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button class="quiet">{t("Compare")}</button>
        </div>
        <Complaints id="partners-card-complaint" texts={fault === null ? null : [fault]} />
      </form>
      {compared !== null && (
        <DifferenceTable
          found={differences(parseCard(code, vocabulary)!, parseCard(compared, vocabulary)!, vocabulary)}
          other={nameOf(compared)}
          base={parseCard(code, vocabulary)!.base}
          onTake={({ choice, theirs }) => dispatch({ type: "option chosen", choice: choice.id, option: theirs.id })}
        />
      )}
    </>
  );
}

interface TableProps {
  found: readonly Change[];
  other: string;
  /** Of this card; what is not offered with it cannot be taken over. */
  base: string;
  /** Play a choice as the other card does. */
  onTake: (change: Change) => void;
}

function DifferenceTable({ found, other, base, onTake }: TableProps) {
  return (
    <>
      <p role="status">
        {found.length === 0
          ? t("The cards are the same.")
          : plural("{count} choice differs.", "{count} choices differ.", found.length)}
      </p>
      {found.length > 0 && (
        <table class="difference-table">
          <TableHead names={[t("Choice"), t("This card"), <ColouredText text={other} />]} />
          <tbody>
            {found.map((change) => (
              <TableRow
                key={change.choice.id}
                name={<ColouredText text={t(change.choice.name)} />}
                cells={[
                  <ColouredText text={t(change.ours.name)} />,
                  <>
                    <ColouredText text={t(change.theirs.name)} />{" "}
                    {(change.theirs.bases.includes(base) || isOffered(change.theirs, base)) && (
                      <Button
                        aria-label={t("{choice}: play “{option}”", {
                          choice: t(change.choice.name),
                          option: t(change.theirs.name),
                        })}
                        onClick={() => onTake(change)}
                      >
                        {t("Play this")}
                      </Button>
                    )}
                  </>,
                ]}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
