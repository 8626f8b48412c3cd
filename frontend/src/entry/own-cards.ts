/** The visitor's own convention cards, kept in the browser; lost where it denies that. */

import { baseOf, type CardCode, type Cards, codeOfSystem, type NamedCard, readCode } from "../bridge/card";

export const STORED_CARDS = "cards";

export interface OwnCards {
  cards: readonly NamedCard[];
  /** The card for new boards; null where none was chosen. */
  ours: CardCode | null;
}

const NO_CARDS: OwnCards = { cards: [], ours: null };

export function loadOwnCards(): OwnCards {
  try {
    const { cards, ours } = JSON.parse(localStorage.getItem(STORED_CARDS) ?? "{}") as Partial<OwnCards>;
    const readable = Array.isArray(cards) ? cards.filter(isNamedCard) : [];
    return { cards: readable, ours: typeof ours === "string" ? readCode(ours) : null };
  } catch {
    return NO_CARDS;
  }
}

/** The visitor's card, else the club's for new visitors, against its plain system; null where there is neither. */
export function cardsOfNewBoards(): Cards | null {
  const { ours, cards } = loadOwnCards();
  const ofClub = cards.length === 0 ? readCode(document.documentElement.dataset["conventionCard"] ?? "") : null;
  const card = ours ?? ofClub;
  return card === null ? null : { ns: card, ew: codeOfSystem(baseOf(card)!) };
}

/** Keep the cards; return false where the browser does not. */
export function saveOwnCards(own: OwnCards): boolean {
  try {
    localStorage.setItem(STORED_CARDS, JSON.stringify(own));
    return true;
  } catch {
    return false;
  }
}

/** The cards with this one, in place of the one of the same name; it stays ours where that was. */
export function withCard(own: OwnCards, card: NamedCard): OwnCards {
  const before = own.cards.find(({ name }) => name === card.name);
  if (before === undefined) return { ...own, cards: [...own.cards, card] };
  return {
    cards: own.cards.map((one) => (one === before ? card : one)),
    ours: own.ours === before.code ? card.code : own.ours,
  };
}

/** The cards without the one of that name. */
export function withoutCard(own: OwnCards, name: string): OwnCards {
  const gone = own.cards.find((one) => one.name === name);
  return { cards: own.cards.filter((one) => one !== gone), ours: own.ours === gone?.code ? null : own.ours };
}

function isNamedCard(found: unknown): found is NamedCard {
  const { name, code } = (found ?? {}) as Partial<NamedCard>;
  return typeof name === "string" && typeof code === "string" && readCode(code) !== null;
}
