/** Convention cards by their names, and the choice of one. */

import { useEffect, useState } from "preact/hooks";

import {
  baseOf,
  type CardCode,
  cardName,
  type Cards,
  changesOf,
  codeOfSystem,
  isPlain,
  type NamedCard,
  parseCard,
  type Vocabulary,
} from "../../bridge/card";
import { type Side, SYSTEM_NAMES, SYSTEMS } from "../../bridge/table";
import { loadOwnCards } from "../../entry/own-cards";
import { t } from "../../i18n/translate";
import { fetchVocabulary, knownVocabulary } from "../../service/vocabulary";
import { ColouredText } from "./pips";

const EDIT = "edit";

/** The vocabulary once it is there, where it is of use: for cards that depart from their systems. */
export function useVocabulary(...codes: readonly CardCode[]): Vocabulary | null {
  return useVocabularyIf(codes.some((code) => !isPlain(code)));
}

export function useVocabularyIf(isWanted: boolean): Vocabulary | null {
  const [vocabulary, setVocabulary] = useState(knownVocabulary());
  useEffect(() => {
    if (vocabulary !== null || !isWanted) return;
    void fetchVocabulary().then((outcome) => "result" in outcome && setVocabulary(outcome.result));
  }, [isWanted]);
  return vocabulary;
}

/** The name of a system, or of a card what it changes in its system. */
export function cardText(code: CardCode, vocabulary: Vocabulary | null): string {
  const system = baseOf(code);
  return system !== null && isPlain(code) ? t(SYSTEM_NAMES[system]) : cardName(code, vocabulary);
}

/** Where a card, or a system's page, is read. */
export function cardPage(code: CardCode): string {
  return isPlain(code) ? `/systems/${baseOf(code)}/` : `/systems/card/#card=${code}`;
}

/** "Your card: 2/1 + 1NT 12–14 · theirs: SAYC", with what each card changes; nothing of plain systems. */
export function CardLine({ cards, side }: { cards: Cards; side: Side }) {
  const vocabulary = useVocabulary(cards.ns, cards.ew);
  const other = side === "ns" ? "ew" : "ns";
  const changed = ([side, other] as const).filter((one) => !isPlain(cards[one]));
  if (changed.length === 0) return null;
  const names = { ours: cardName(cards[side], vocabulary), theirs: cardName(cards[other], vocabulary) };
  return (
    <details class="whose-cards">
      <summary>
        <ColouredText text={t("Your card: {ours} · theirs: {theirs}", names)} />
      </summary>
      {changed.map((one) => (
        <>
          <h3>{one === side ? t("Your card") : t("Their card")}</h3>
          <Changes code={cards[one]} vocabulary={vocabulary} />
          <p>
            <a href={cardPage(cards[one])} target="_blank">
              {t("The whole card")}
            </a>
          </p>
        </>
      ))}
    </details>
  );
}

/** What a card changes, each with what its system has. */
function Changes({ code, vocabulary }: { code: CardCode; vocabulary: Vocabulary | null }) {
  const card = vocabulary && parseCard(code, vocabulary);
  if (vocabulary === null || card === null) return null;
  return (
    <ul>
      {changesOf(card, vocabulary).map(({ choice, ours, theirs }) => (
        <li>
          <ColouredText
            text={t("{choice}: {option}, not {usual}", {
              choice: t(choice.name),
              option: t(ours.name),
              usual: t(theirs.name),
            })}
          />
        </li>
      ))}
    </ul>
  );
}

interface CardSelectProps {
  label: string;
  id: string;
  value: CardCode;
  /** Whether the system need not be known. */
  orUnknown?: boolean;
  onChange: (code: CardCode) => void;
}

/** The choice of a visitor's own card, one of the club's, or a system; and the way to the editor. */
export function CardSelect({ label, id, value, orUnknown = false, onChange }: CardSelectProps) {
  const [isLookedAt, setIsLookedAt] = useState(false);
  const vocabulary = useVocabularyIf(isLookedAt || !isPlain(value));
  const own = loadOwnCards().cards;
  const club = vocabulary?.cards ?? [];
  const isListed = isPlain(value) || [...own, ...club].some(({ code }) => code === value);
  const systems = SYSTEMS.filter((system) => orUnknown || system !== "unknown").map(codeOfSystem);
  const group = (title: string, cards: readonly NamedCard[]) =>
    cards.length > 0 && (
      <optgroup label={title}>
        {cards.map(({ name, code }) => (
          <option value={code} selected={code === value}>
            {name}
          </option>
        ))}
      </optgroup>
    );
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onFocus={() => setIsLookedAt(true)}
        onPointerEnter={() => setIsLookedAt(true)}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen !== EDIT) return onChange(chosen);
          event.currentTarget.value = value;
          window.open(`/systems/card/#card=${value}`, "_blank");
        }}
      >
        {!isListed && (
          <option value={value} selected>
            {cardText(value, vocabulary)}
          </option>
        )}
        {group(t("Your convention cards"), own)}
        {group(t("The club's cards"), club)}
        {group(
          t("Systems"),
          systems.map((code) => ({ code, name: cardText(code, vocabulary) })),
        )}
        <option value={EDIT}>{t("Edit our card …")}</option>
      </select>
    </div>
  );
}
