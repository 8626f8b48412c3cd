/** Convention cards: their codes, names, what tells two apart, and which options cannot be together. */

import { plural, t } from "../i18n/translate";
import { type System, SYSTEM_NAMES, SYSTEMS } from "./table";

/** A card as links and the state have it: "sayc", or "21-a0e2" with a letter and a digit for each change. */
export type CardCode = string;

/** What each side plays. */
export interface Cards {
  ns: CardCode;
  ew: CardCode;
}

/** A card as the service writes it: the name of a system, or the choices by which a pair departs from it. */
export type WrittenCard = string | { base: string; options: Readonly<Record<string, string>> };

interface CardOption {
  id: string;
  /** The letter of its choice and a digit, as codes have them. */
  code: string;
  name: string;
  /** Its name in a list of what a card changes. */
  brief: string;
  /** The systems that play it so. */
  bases: readonly string[];
  /** The systems with which it is not offered. */
  not_in: readonly string[];
}

export interface CardChoice {
  id: string;
  section: string;
  name: string;
  /** One sentence for a player. */
  about: string;
  options: readonly CardOption[];
  /** The systems known to play the option that they have, also where no other is offered with them. */
  stated_in: readonly string[];
}

interface CardBase {
  id: string;
  /** Its code without changes. */
  code: CardCode;
  name: string;
  short_name: string;
  description: string;
}

/** Options that cannot be on one card, and why. */
interface AtOdds {
  options: Readonly<Record<string, string>>;
  base: string | null;
  except_base: string | null;
  reason: string;
}

export interface NamedCard {
  name: string;
  code: CardCode;
}

/** All there is to choose on a card, in its order, and the club's own cards. */
export interface Vocabulary {
  bases: readonly CardBase[];
  sections: readonly { id: string; name: string }[];
  choices: readonly CardChoice[];
  at_odds: readonly AtOdds[];
  cards: readonly NamedCard[];
  /** The card of new visitors; null where the club has set none. */
  default: CardCode | null;
}

/** A base and the options by which a card departs from it, by choice; a choice as the base has it is not there. */
export interface ConventionCard {
  base: string;
  options: Readonly<Record<string, string>>;
}

/** A change of a card against its base, or a choice that two cards play differently. */
export interface Change {
  choice: CardChoice;
  ours: CardOption;
  theirs: CardOption;
}

const CODE = /^([a-z0-9]+)(?:-((?:[A-Za-z]\d)+))?$/;
const CHANGED = new RegExp(`(?:${SYSTEMS.map(codeOfSystem).join("|")})-[A-Za-z]\\d`);

/** The system that a card starts from; null where the text is no code. */
export function baseOf(code: CardCode): System | null {
  const base = CODE.exec(code)?.[1];
  return SYSTEMS.find((system) => codeOfSystem(system) === base) ?? null;
}

/** Whether a card is its system without changes. */
export function isPlain(code: CardCode): boolean {
  return !code.includes("-");
}

export function codeOfSystem(system: string): CardCode {
  return system.replace("/", "");
}

/** The code that a text in a link means, also where it is a system's name; null where it is none. */
export function readCode(text: string): CardCode | null {
  const small = text.toLowerCase();
  const system = SYSTEMS.find((one) => one === small || codeOfSystem(one) === small);
  if (system !== undefined) return codeOfSystem(system);
  return baseOf(text) === null || baseOf(text) === "unknown" || hasChoiceTwice(text) ? null : text;
}

/** Whether a text, such as a link, has the code of a card with changes. */
export function hasChangedCard(text: string): boolean {
  return CHANGED.test(text);
}

function hasChoiceTwice(code: CardCode): boolean {
  const letters = changesIn(code).map((change) => change[0]);
  return new Set(letters).size < letters.length;
}

/** A letter and a digit for each change of a code. */
function changesIn(code: CardCode): readonly string[] {
  return code.split("-")[1]?.match(/../g) ?? [];
}

/** How many changes of a code the vocabulary does not know. */
export function unknownChanges(code: CardCode, { choices }: Vocabulary): number {
  const known = choices.flatMap(({ options }) => options.map((option) => option.code));
  return changesIn(code).filter((change) => !known.includes(change)).length;
}

/** What each side can play here, its system for what cannot be, and in words what that was; all of it before the vocabulary is there. */
export function playable(cards: Cards, vocabulary: Vocabulary | null): { cards: Cards; faults: string[] } {
  if (vocabulary === null) return { cards, faults: [] };
  const [ns, ew] = [playableCode(cards.ns, vocabulary), playableCode(cards.ew, vocabulary)];
  const faults = [ns.fault, ew.fault].filter((fault) => fault !== null);
  return { cards: { ns: ns.code, ew: ew.code }, faults: [...new Set(faults)] };
}

function playableCode(code: CardCode, vocabulary: Vocabulary): { code: CardCode; fault: string | null } {
  const card = isPlain(code) ? null : parseCard(code, vocabulary);
  if (card === null) return { code, fault: null };
  const base = vocabulary.bases.find(({ id }) => id === card.base);
  const system = t(base?.short_name ?? card.base);
  const [conflict] = atOdds(card, vocabulary);
  if (conflict !== undefined) {
    const words = { code, reason: t(conflict.reason), system };
    const fault = t("“{code}” cannot be played: {reason}. {system} stands in its place.", words);
    return { code: codeOfSystem(card.base), fault };
  }
  const known = formatCard(card, vocabulary);
  // Without any choices the player has been asked, and goes on with the system.
  const isForgone = vocabulary.choices.length === 0;
  if (isForgone || unknownChanges(code, vocabulary) === 0) return { code: known, fault: null };
  const fault = t("“{code}” has choices that are not known here; they are as in {system}.", { code, system });
  return { code: known, fault };
}

/** The card of a code, less what the vocabulary does not offer; null where it is no code. */
export function parseCard(code: CardCode, vocabulary: Vocabulary): ConventionCard | null {
  const base = baseOf(code);
  if (base === null) return null;
  const changes = changesIn(code);
  const options: Record<string, string> = {};
  for (const choice of vocabulary.choices) {
    const option = choice.options.find((one) => changes.includes(one.code));
    if (option !== undefined) options[choice.id] = option.id;
  }
  return cardOf(base, options, vocabulary);
}

/** The card of a base with these options, less those that the base has itself. */
export function cardOf(
  base: string,
  options: Readonly<Record<string, string>>,
  { choices }: Vocabulary,
): ConventionCard {
  const own = choices.flatMap((choice) => {
    const option = choice.options.find(({ id }) => id === options[choice.id]);
    return option === undefined || option.bases.includes(base) ? [] : [[choice.id, option.id]];
  });
  return { base, options: Object.fromEntries(own) };
}

export function formatCard(card: ConventionCard, vocabulary: Vocabulary): CardCode {
  const codes = changesOf(card, vocabulary).map(({ ours }) => ours.code);
  // As the service orders them: by the alphabet, small letters first.
  const letter = (code: string) => (/[a-z]/.test(code[0]!) ? code : `~${code}`);
  codes.sort((one, other) => (letter(one) < letter(other) ? -1 : 1));
  const base = codeOfSystem(card.base);
  return codes.length === 0 ? base : `${base}-${codes.join("")}`;
}

/** The code of a card of the service. */
export function codeOf(written: WrittenCard, vocabulary: Vocabulary | null): CardCode {
  if (typeof written === "string") return codeOfSystem(written);
  if (vocabulary === null) return codeOfSystem(written.base);
  return formatCard(cardOf(written.base, written.options, vocabulary), vocabulary);
}

/** Return how a card plays a choice; of an unknown system as the first option has it. */
export function optionOf(card: ConventionCard, choice: CardChoice): CardOption {
  const changed = card.options[choice.id];
  const found = choice.options.find(({ id, bases }) =>
    changed === undefined ? bases.includes(card.base) : id === changed,
  );
  return found ?? choice.options[0]!;
}

/** Whether an option can be chosen with a base; not always that which the base has itself. */
export function isOffered({ not_in }: CardOption, base: string): boolean {
  return !not_in.includes(base);
}

/** The options that a card may have of a choice, with the one that was chosen; none where its base has no such choice. */
export function offered(card: ConventionCard, choice: CardChoice): readonly CardOption[] {
  return choice.options.filter((option) => isOffered(option, card.base) || option.id === card.options[choice.id]);
}

/** Whether a printed card has a choice: it is offered, or the base is known to play what it has. */
export function isStated(card: ConventionCard, choice: CardChoice): boolean {
  return choice.stated_in.includes(card.base) || offered(card, choice).length > 0;
}

/** The card with another option of a choice. */
export function withOption(
  card: ConventionCard,
  choice: string,
  option: string,
  vocabulary: Vocabulary,
): ConventionCard {
  return cardOf(card.base, { ...card.options, [choice]: option }, vocabulary);
}

/** The choices that two cards play differently, in the order of the vocabulary. */
export function differences(ours: ConventionCard, theirs: ConventionCard, { choices }: Vocabulary): Change[] {
  return choices
    .map((choice) => ({ choice, ours: optionOf(ours, choice), theirs: optionOf(theirs, choice) }))
    .filter((one) => one.ours !== one.theirs);
}

/** What a card changes in its base. */
export function changesOf(card: ConventionCard, vocabulary: Vocabulary): Change[] {
  return differences(card, { base: card.base, options: {} }, vocabulary);
}

/** Why options cannot be together on a card, each with the choices at odds. */
export function atOdds(card: ConventionCard, { at_odds, choices }: Vocabulary): AtOdds[] {
  if (Object.keys(card.options).length === 0) return [];
  return at_odds.filter(({ options, base, except_base }) => {
    if (card.base === except_base || (base !== null && base !== card.base)) return false;
    return Object.entries(options).every(([id, option]) => {
      const choice = choices.find((one) => one.id === id);
      return choice !== undefined && optionOf(card, choice).id === option;
    });
  });
}

/**
 * A card's base and changes in a few words: "2/1 + 1NT 12–14 + Multi". As long as the vocabulary is not
 * there, the base and how many changes.
 */
export function cardName(code: CardCode, vocabulary: Vocabulary | null): string {
  const system = baseOf(code);
  if (system === null) return code;
  const card = vocabulary && parseCard(code, vocabulary);
  const base = vocabulary?.bases.find(({ id }) => id === system);
  if (card === null || base === undefined) {
    const count = code.slice(codeOfSystem(system).length + 1).length / 2;
    const name = t(SYSTEM_NAMES[system]);
    const changes = plural("{count} change", "{count} changes", count);
    return count === 0 ? name : `${name} + ${changes}`;
  }
  return [t(base.short_name), ...changesOf(card, vocabulary!).map(({ ours }) => t(ours.brief))].join(" + ");
}
