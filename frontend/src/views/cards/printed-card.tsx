/** The card on paper: the front and the back of one sheet of A5, with what is changed in bold. */

import { cardName, type ConventionCard, isStated, optionOf, parseCard, type Vocabulary } from "../../bridge/card";
import { t } from "../../i18n/translate";
import { formatCardLink } from "../../state/card-link";
import type { EditorProps } from "../../state/card-state";
import { ColouredText } from "../common/pips";
import { QrLink } from "../export/position-parts";

export function PrintedCard({ state, vocabulary, code }: EditorProps) {
  const card = parseCard(code, vocabulary)!;
  const base = vocabulary.bases.find(({ id }) => id === card.base)!;
  const name = state.name.trim();
  const summary = cardName(code, vocabulary);
  const values = { system: t(base.name), description: t(base.description) };
  const basis =
    Object.keys(card.options).length === 0
      ? t("{system}: {description}", values)
      : t("Based on {system}: {description} What stands in bold below goes before it.", values);
  const [front, back] = sidesOf(vocabulary);
  return (
    <div class="printed-card">
      <div class="printed-side">
        <div class="printed-head">
          <h2>
            <ColouredText text={name || summary} />
          </h2>
          {name !== "" && (
            <p>
              <b>
                <ColouredText text={summary} />
              </b>
            </p>
          )}
          <p>
            <ColouredText text={basis} />
          </p>
        </div>
        <Sections sections={front} card={card} vocabulary={vocabulary} />
      </div>
      <div class="printed-side">
        <Sections sections={back} card={card} vocabulary={vocabulary} />
        <div class="printed-foot">
          <QrLink fragment={formatCardLink({ code, name })} text={t("This card on the web")} />
        </div>
      </div>
    </div>
  );
}

/** The sections of the front and of the back, about as many choices on each. */
function sidesOf({ sections, choices }: Vocabulary): [Vocabulary["sections"], Vocabulary["sections"]] {
  const upTo = sections.map((_, place) => {
    const before = sections.slice(0, place + 1).map(({ id }) => id);
    return choices.filter(({ section }) => before.includes(section)).length;
  });
  const half = choices.length / 2;
  const far = (count: number) => Math.abs(count - half);
  const cut = upTo.reduce((best, count, place) => (far(count) < far(upTo[best]!) ? place : best), 0);
  return [sections.slice(0, cut + 1), sections.slice(cut + 1)];
}

interface SectionsProps {
  sections: Vocabulary["sections"];
  card: ConventionCard;
  vocabulary: Vocabulary;
}

function Sections({ sections, card, vocabulary }: SectionsProps) {
  return (
    <>
      {sections.map(({ id, name }) => (
        <section class="printed-section">
          <h3>
            <ColouredText text={t(name)} />
          </h3>
          <dl>
            {vocabulary.choices
              .filter((choice) => choice.section === id && isStated(card, choice))
              .map((choice) => (
                <div class={card.options[choice.id] === undefined ? undefined : "changed"}>
                  <dt>
                    <ColouredText text={t(choice.name)} />
                  </dt>
                  <dd>
                    <ColouredText text={t(optionOf(card, choice).name)} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </>
  );
}
