/** The editor of convention cards: its state, and how it changes. */

import { isOver } from "../bridge/auction";
import {
  atOdds,
  baseOf,
  cardOf,
  type CardCode,
  codeOf,
  type ConventionCard,
  formatCard,
  isOffered,
  type NamedCard,
  parseCard,
  readCode,
  unknownChanges,
  type Vocabulary,
  withOption,
} from "../bridge/card";
import type { Call } from "../bridge/calls";
import { plural } from "../i18n/translate";
import { EMPTY_INPUT } from "../entry/input";
import { type OwnCards, withCard, withoutCard } from "../entry/own-cards";
import { fetchVocabulary, type ReadFile } from "../service/vocabulary";
import { fetchExplanation, type Outcome } from "../service/client";
import type { Failure } from "../service/failure";
import type { Request } from "../service/requests";
import type { Explanation, Position } from "../service/types";
import { type CardLink, MAX_NAME } from "./card-link";

export interface CardState {
  vocabulary: Vocabulary | null;
  failure: Failure | null;
  /** Null until a link, or the vocabulary, gives a card to begin with. */
  code: CardCode | null;
  name: string;
  compared: CardCode | null;
  /** The name under which the card as it is was saved last; null where it is not. */
  saved: string | null;
  own: OwnCards;
  /** Whether the browser keeps nothing. */
  unsaved: boolean;
  searched: string;
  /** The calls tried, North's first; the opponents pass. */
  auction: readonly Call[];
  explained: Explained | null;
  /** What a file has that a card cannot say. */
  file: { unread: readonly string[] } | { failure: Failure } | null;
  linkErrors: readonly string[];
}

/** What the calls mean by a card, or why that is not known. */
interface Explained {
  code: CardCode;
  auction: readonly Call[];
  outcome: Outcome<Explanation>;
}

export type CardAction =
  | { type: "vocabulary read"; outcome: Outcome<Vocabulary> }
  | { type: "retried" }
  | { type: "link read"; link: CardLink }
  | { type: "base chosen"; base: string }
  | { type: "card taken"; card: NamedCard }
  | { type: "option chosen"; choice: string; option: string }
  | { type: "named"; name: string }
  | { type: "saved"; name: string; ours: boolean }
  | { type: "deleted"; name: string }
  | { type: "ours chosen"; code: CardCode | null }
  | { type: "own cards read"; own: OwnCards }
  | { type: "not kept" }
  | { type: "searched"; text: string }
  | { type: "compared"; code: CardCode | null }
  | { type: "called"; call: Call }
  | { type: "call taken back" }
  | { type: "calls cleared" }
  | { type: "explained"; explained: Explained }
  | { type: "file read"; file: string; outcome: Outcome<ReadFile> };

export interface CardProps {
  state: CardState;
  dispatch: (action: CardAction) => void;
}

/** What is drawn once the vocabulary is there. */
export interface EditorProps extends CardProps {
  vocabulary: Vocabulary;
  code: CardCode;
}

export function firstCardState(own: OwnCards): CardState {
  return {
    vocabulary: null,
    failure: null,
    code: null,
    name: "",
    compared: null,
    saved: null,
    own,
    unsaved: false,
    searched: "",
    auction: [],
    explained: null,
    file: null,
    linkErrors: [],
  };
}

export function updateCard(state: CardState, action: CardAction): CardState {
  switch (action.type) {
    case "vocabulary read":
      return withVocabulary(state, action.outcome);
    case "retried":
      return { ...state, failure: null, explained: null };
    case "link read":
      return withLink(state, action.link);
    case "base chosen":
    case "option chosen":
      return withChange(state, action);
    case "card taken":
      return { ...state, ...action.card, saved: null, file: null };
    case "named":
      return { ...state, name: action.name, saved: null };
    case "saved":
      return withSaved(state, action);
    case "deleted":
      return {
        ...state,
        own: withoutCard(state.own, action.name),
        saved: state.saved === action.name ? null : state.saved,
      };
    case "ours chosen":
      return { ...state, own: { ...state.own, ours: action.code } };
    case "own cards read":
      return { ...state, own: action.own };
    case "not kept":
      return { ...state, unsaved: true };
    case "searched":
      return { ...state, searched: action.text };
    case "compared":
      return { ...state, compared: action.code };
    case "called":
      return { ...state, auction: withCall(state.auction, action.call) };
    case "call taken back":
      return { ...state, auction: state.auction.slice(0, state.auction.length - (state.auction.length % 2 || 2)) };
    case "calls cleared":
      return { ...state, auction: [] };
    case "explained":
      return { ...state, explained: action.explained };
    case "file read":
      return withFile(state, action);
  }
}

/** What the state needs of the service. */
export function cardRequests(state: CardState): Request<CardAction>[] {
  if (state.failure !== null) return [];
  if (state.vocabulary === null) {
    const send = async (): Promise<CardAction> => ({ type: "vocabulary read", outcome: await fetchVocabulary() });
    return [{ key: "vocabulary", send }];
  }
  const { code, auction, vocabulary } = state;
  if (code === null || auction.length === 0 || isExplained(state) || isAtOdds(code, vocabulary)) return [];
  const position = positionOf(code, auction);
  return [
    {
      key: JSON.stringify(position),
      send: async (signal) => {
        const outcome = await fetchExplanation(position, signal);
        return { type: "explained", explained: { code, auction, outcome } };
      },
    },
  ];
}

/** Whether what is known of the calls is by the card on show. */
export function isExplained({ explained, code, auction }: CardState): boolean {
  return explained !== null && explained.code === code && explained.auction === auction;
}

export function isAtOdds(code: CardCode, vocabulary: Vocabulary): boolean {
  return atOdds(parseCard(code, vocabulary)!, vocabulary).length > 0;
}

function positionOf(code: CardCode, auction: readonly Call[]): Position {
  const systems = { ns: code, ew: "sayc" } as Position["systems"];
  return { hand: null, seat: "S", dealer: "N", vulnerability: "none", auction: [...auction], systems };
}

function withVocabulary(state: CardState, outcome: Outcome<Vocabulary>): CardState {
  if ("failure" in outcome) return { ...state, failure: outcome.failure };
  const vocabulary = outcome.result;
  const plain = EMPTY_INPUT.systems.ns;
  const first = state.code ?? state.own.ours ?? vocabulary.default ?? plain;
  const known = offered(first, vocabulary) ?? plain;
  const named = [...state.own.cards, ...vocabulary.cards].find((one) => one.code === known)?.name ?? "";
  return {
    ...state,
    vocabulary,
    code: known,
    name: state.code === null ? named : state.name,
    linkErrors: [...state.linkErrors, ...withdrawnIn(first, vocabulary)],
    compared: state.compared && offered(state.compared, vocabulary),
  };
}

/** Say that a code has choices that are not offered, or not any more. */
function withdrawnIn(code: CardCode, vocabulary: Vocabulary): string[] {
  const lost = unknownChanges(code, vocabulary);
  if (lost === 0) return [];
  return [
    plural(
      "{count} choice of the card is not offered here; it is as in the system.",
      "{count} choices of the card are not offered here; they are as in the system.",
      lost,
    ),
  ];
}

/** The code with what the vocabulary offers of it; null for an unknown system. */
function offered(code: CardCode, vocabulary: Vocabulary): CardCode | null {
  const base = baseOf(code);
  if (!vocabulary.bases.some(({ id }) => id === base)) return null;
  return formatCard(parseCard(code, vocabulary)!, vocabulary);
}

function withLink(state: CardState, { code, name, compared, errors }: CardLink): CardState {
  const { vocabulary } = state;
  const read = { ...state, linkErrors: errors, compared, saved: null };
  if (code === null) return read;
  if (vocabulary === null) return { ...read, code, name };
  return {
    ...read,
    linkErrors: [...errors, ...withdrawnIn(code, vocabulary)],
    code: offered(code, vocabulary) ?? state.code,
    name,
    compared: compared && offered(compared, vocabulary),
  };
}

type Change = Extract<CardAction, { type: "base chosen" | "option chosen" }>;

/** With another base the changes stay, as far as they are offered with it and still are any. */
function withChange(state: CardState, action: Change): CardState {
  const { vocabulary, code } = state;
  if (vocabulary === null || code === null) return state;
  const card = parseCard(code, vocabulary)!;
  const changed =
    action.type === "base chosen"
      ? cardOf(action.base, offeredWith(action.base, card, vocabulary), vocabulary)
      : withOption(card, action.choice, action.option, vocabulary);
  return { ...state, code: formatCard(changed, vocabulary), saved: null, file: null };
}

/** The options of a card that are offered with a base. */
function offeredWith(base: string, { options }: ConventionCard, { choices }: Vocabulary): Record<string, string> {
  const kept = choices.flatMap((choice) => {
    const option = choice.options.find(({ id }) => id === options[choice.id]);
    return option === undefined || !isOffered(option, base) ? [] : [[choice.id, option.id]];
  });
  return Object.fromEntries(kept);
}

function withSaved(state: CardState, { name, ours }: { name: string; ours: boolean }): CardState {
  if (state.code === null) return state;
  const own = withCard(state.own, { name, code: state.code });
  const others = own.ours === state.code ? null : own.ours;
  return { ...state, name, saved: name, own: { ...own, ours: ours ? state.code : others } };
}

function withCall(auction: readonly Call[], call: Call): Call[] {
  const called = [...auction, call];
  return isOver(called) ? called : [...called, "P"];
}

/** The card of a file has its name, lest it is saved in place of the one that was open. */
function withFile(state: CardState, { file, outcome }: Extract<CardAction, { type: "file read" }>): CardState {
  const { vocabulary } = state;
  if (vocabulary === null) return state;
  if ("failure" in outcome) return { ...state, file: outcome };
  const { card, unread } = outcome.result;
  const stem = file.replace(/\.[^.]*$/, "").slice(0, MAX_NAME);
  const name = readCode(stem) === null ? stem : "";
  return { ...state, code: codeOf(card, vocabulary), name, saved: null, file: { unread } };
}
