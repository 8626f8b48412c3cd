/** The choices of a card by section, and the search over them. */

import { atOdds, type CardChoice, offered, optionOf, parseCard } from "../../bridge/card";
import { plural, t } from "../../i18n/translate";
import type { EditorProps } from "../../state/card-state";
import { ColouredText } from "../common/pips";

export function CardChoices(props: EditorProps) {
  const { state, dispatch, vocabulary, code } = props;
  const card = parseCard(code, vocabulary)!;
  const found = vocabulary.choices.filter(
    (choice) => offered(card, choice).length > 0 && matches(choice, state.searched),
  );
  return (
    <section class="panel card-choices" aria-labelledby="choices-title">
      <h2 id="choices-title">{t("Agreements")}</h2>
      <div class="field card-search">
        <label for="card-search">{t("Search: a call or a convention")}</label>
        <input
          id="card-search"
          type="search"
          value={state.searched}
          placeholder={t("2♦, Drury, ace …")}
          onInput={(event) => dispatch({ type: "searched", text: event.currentTarget.value })}
          onKeyDown={focusFirst}
        />
        <p class="hint" role="status">
          {state.searched.trim() !== "" && plural("{count} choice", "{count} choices", found.length)}
        </p>
      </div>
      {vocabulary.sections.map(({ id, name }) => {
        const own = found.filter(({ section }) => section === id);
        if (own.length === 0) return null;
        return (
          <section class="card-section" key={id} aria-labelledby={`section-${id}`}>
            <h3 id={`section-${id}`}>
              <ColouredText text={t(name)} />
            </h3>
            {own.map((choice) => (
              <ChoiceGroup key={choice.id} choice={choice} {...props} />
            ))}
          </section>
        );
      })}
    </section>
  );
}

/** Whether each word searched stands in what is said of a choice; suits may be typed as letters. */
export function matches(choice: CardChoice, searched: string): boolean {
  const texts = [choice.name, choice.about, ...choice.options.flatMap(({ name, brief }) => [name, brief])];
  const said = plainText(texts.flatMap((text) => [t(text), text]).join(" "));
  return plainText(searched)
    .split(/\s+/)
    .every((word) => said.includes(word));
}

const LETTERS: Readonly<Record<string, string>> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c", "–": "-", "’": "'" };

function plainText(text: string): string {
  return text.replace(/[♠♥♦♣–’]/g, (sign) => LETTERS[sign]!).toLowerCase();
}

/** Enter, or the arrow down, leads from the search to the first choice found. */
function focusFirst(event: KeyboardEvent): void {
  if (event.key !== "Enter" && event.key !== "ArrowDown") return;
  const first = document.querySelector<HTMLElement>(".card-section input:checked");
  if (first === null) return;
  event.preventDefault();
  first.focus();
}

interface GroupProps extends EditorProps {
  choice: CardChoice;
}

function ChoiceGroup({ choice, dispatch, vocabulary, code }: GroupProps) {
  const card = parseCard(code, vocabulary)!;
  const chosen = optionOf(card, choice);
  const changed = card.options[choice.id] !== undefined;
  const odds = atOdds(card, vocabulary).filter(({ options }) => choice.id in options);
  return (
    <fieldset
      class={`card-choice${changed ? " changed" : ""}`}
      id={choice.id}
      aria-describedby={`${choice.id}-about${odds.length > 0 ? ` ${choice.id}-odds` : ""}`}
    >
      <legend>
        <ColouredText text={t(choice.name)} />
        {changed && " "}
        {changed && <span class="tag unusual">{t("changed")}</span>}
      </legend>
      <p class="hint" id={`${choice.id}-about`}>
        <ColouredText text={t(choice.about)} />
      </p>
      <div class="card-options">
        {offered(card, choice).map((option) => (
          <label class="card-option">
            <input
              type="radio"
              name={choice.id}
              value={option.id}
              checked={option === chosen}
              onChange={() => dispatch({ type: "option chosen", choice: choice.id, option: option.id })}
            />
            <span>
              <ColouredText text={t(option.name)} />
            </span>
          </label>
        ))}
      </div>
      {odds.length > 0 && (
        <p class="complaint" id={`${choice.id}-odds`}>
          {odds.map(({ reason }) => t("This cannot be on one card: {reason}.", { reason: t(reason) })).join(" ")}
        </p>
      )}
    </fieldset>
  );
}
