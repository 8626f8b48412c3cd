/** The cards there are to begin with: the visitor's own and the club's. */

import { cardName, type NamedCard } from "../../bridge/card";
import { t } from "../../i18n/translate";
import type { EditorProps } from "../../state/card-state";
import { Button } from "../common/fields";
import { ColouredText } from "../common/pips";

export function CardLists({ state, dispatch, vocabulary }: EditorProps) {
  const { own } = state;
  const open = (card: NamedCard) => (
    <Button onClick={() => dispatch({ type: "card taken", card })} aria-label={t("Open “{name}”", { name: card.name })}>
      {t("Open")}
    </Button>
  );
  return (
    <>
      {own.cards.length > 0 && (
        <section class="panel card-list" aria-labelledby="own-cards-title">
          <h2 id="own-cards-title">{t("Your convention cards")}</h2>
          <ul>
            {own.cards.map((card) => (
              <li key={card.name}>
                <div>
                  <b>{card.name}</b> {card.code === own.ours && <span class="tag safe">{t("our card")}</span>}
                  <p class="hint">
                    <ColouredText text={cardName(card.code, vocabulary)} />
                  </p>
                </div>
                <div class="row">
                  {open(card)}
                  <Button
                    aria-label={t("Our card: {name}", { name: card.name })}
                    aria-pressed={card.code === own.ours}
                    onClick={() => dispatch({ type: "ours chosen", code: card.code === own.ours ? null : card.code })}
                  >
                    {t("Our card")}
                  </Button>
                  <Button
                    aria-label={t("Delete “{name}”", { name: card.name })}
                    onClick={() => dispatch({ type: "deleted", name: card.name })}
                  >
                    {t("Delete")}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {vocabulary.cards.length > 0 && (
        <section class="panel card-list" aria-labelledby="club-cards-title">
          <h2 id="club-cards-title">{t("The club's cards")}</h2>
          <ul>
            {vocabulary.cards.map((card) => (
              <li key={card.name}>
                <div>
                  <b>{card.name}</b>
                  <p class="hint">
                    <ColouredText text={cardName(card.code, vocabulary)} />
                  </p>
                </div>
                <div class="row">{open(card)}</div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
