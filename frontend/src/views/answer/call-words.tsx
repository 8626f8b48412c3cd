/** The meaning of a call in words: its name, linked to the glossary, its marks, and what it shows. */

import type { ComponentChildren } from "preact";

import { t } from "../../i18n/translate";
import { rangesOf } from "../../insight/meanings";
import { type Chip, chipsOf, nameOf, wordsOf } from "../../insight/message";
import type { CallMeaning } from "../../service/types";
import { ColouredText, SuitName } from "../common/pips";

export function MeaningName({ meaning }: { meaning: CallMeaning }) {
  const named = nameOf(meaning);
  if (named === null) return null;
  const text = <ColouredText text={named.name} />;
  return (
    <span class="meaning-name">
      {named.entry === null ? text : <GlossaryLink entry={named.entry}>{text}</GlossaryLink>}
    </span>
  );
}

/** The marks of a call; none where it has none. */
export function Chips({ meaning }: { meaning: CallMeaning }) {
  const chips = chipsOf(meaning);
  if (chips.length === 0) return null;
  return (
    <ul class="chips">
      {chips.map((chip) => (
        <ChipMark chip={chip} />
      ))}
    </ul>
  );
}

function ChipMark({ chip: { text, entry } }: { chip: Chip }) {
  return (
    <li class="tag">
      <GlossaryLink entry={entry}>
        <ColouredText text={text} />
      </GlossaryLink>
    </li>
  );
}

/** The usual points and lengths of the hands that make a call. */
export function UsualRanges({ meaning }: { meaning: CallMeaning }) {
  const { hcp, suits } = rangesOf(meaning);
  return (
    <ul class="card-ranges">
      <li>{t("usually")}</li>
      <li>{hcp}</li>
      {suits.map(([suit, cards]) => (
        <li>
          <SuitName suit={suit} /> {cards}
        </li>
      ))}
    </ul>
  );
}

/** Name and words in one line, for a list of calls. */
export function MeaningLine({ meaning, level }: { meaning: CallMeaning; level: number }) {
  const words = wordsOf(meaning, level);
  return (
    <>
      <MeaningName meaning={meaning} />
      {words !== "" && (
        <>
          {" "}
          <ColouredText text={words} />
        </>
      )}
    </>
  );
}

/** A link to an entry of the glossary, which opens in place. */
function GlossaryLink({ entry, children }: { entry: string; children: ComponentChildren }) {
  return (
    <a class="term" href={`/glossary/#${entry}`}>
      {children}
    </a>
  );
}
