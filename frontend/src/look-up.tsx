/** Start what every page has: calls and terms tell of themselves where they are, and the header's field answers. */

import { render, type VNode } from "preact";

import { auctionKey, auctionOfKey, type TableAuction } from "./bridge/table-auction";
import { parseAskedCalls } from "./entry/asked-call";
import { cardsOfNewBoards } from "./entry/own-cards";
import { setLanguage } from "./i18n/translate";
import { glossaryOf } from "./insight/meanings";
import { fetchPublicExplanation, type Outcome } from "./service/client";
import { fetchEntry, findEntry, practiceOf } from "./service/glossary";
import type { Explanation } from "./service/types";
import { place } from "./views/answer/call-card";
import { anchorOf, listenFor } from "./views/common/hover";
import { AskedCallsCard, EntryCard, MadeCallCard } from "./views/look-up/asked-cards";

const card = document.createElement("div");
card.id = "meaning-card";
card.className = "call-card";
card.popover = "auto";
card.setAttribute("role", "status");
document.body.append(card);

/** What the card is about, and beside which element it stands; null where it is closed. */
let shown: { key: string; beside: Element; byPointer: boolean } | null = null;
const answers = new Map<string, Promise<Outcome<Explanation>>>();

card.addEventListener("toggle", (event) => {
  if (event.newState === "closed") shown = null;
});

function open(next: NonNullable<typeof shown>, content: VNode): void {
  shown = next;
  render(content, card);
  card.togglePopover(true);
  place(card, anchorOf(next.beside));
}

function close(): void {
  shown = null;
  card.togglePopover(false);
}

/** Draw again what has come meanwhile, unless the card is about something else by now. */
function update(next: NonNullable<typeof shown>, content: VNode): void {
  if (shown?.key === next.key) open(next, content);
}

/** Ask once what each call of an auction shows; again after a failure. */
function explain(table: TableAuction): Promise<Outcome<Explanation>> {
  const key = auctionKey(table);
  const known = answers.get(key) ?? fetchPublicExplanation(table);
  answers.set(key, known);
  void known.then((outcome) => "failure" in outcome && answers.delete(key));
  return known;
}

/** Show a card as far as it is known: at once, with the answer, and with the way to practise such calls. */
async function showMeaning(
  next: NonNullable<typeof shown>,
  table: TableAuction,
  index: number,
  draw: (outcome: Outcome<Explanation> | null, practice: string | null) => VNode,
): Promise<void> {
  await setLanguage(document.documentElement.lang, "look-up");
  open(next, draw(null, null));
  if (table.auction.length === 0) return;
  const outcome = await explain(table);
  update(next, draw(outcome, null));
  const meaning = "result" in outcome ? outcome.result.calls[index] : undefined;
  const entry = meaning === undefined ? undefined : glossaryOf(meaning)?.entry;
  if (entry === undefined) return;
  update(next, draw(outcome, practiceOf(await fetchEntry(entry), table.systems.ns)));
}

listenFor({
  find: (place) => place.closest<HTMLElement>("[data-meaning]"),
  isOpen: () => shown?.byPointer === true,
  onClick: (element, { touch, long }) => {
    if (long) return "only shows";
    return touch && element.closest("a") === null && element.querySelector("button") === null ? "shows" : "nothing";
  },
  show: (element) => {
    const table = auctionOfKey(element.closest<HTMLElement>("[data-auction]")?.dataset["auction"] ?? "");
    const index = Number(element.dataset["meaning"]);
    if (table?.auction[index] === undefined) return;
    const next = { key: `${auctionKey(table)} ${index}`, beside: element, byPointer: true };
    if (shown?.key === next.key) return place(card, anchorOf(element));
    void showMeaning(next, table, index, (outcome, practice) => (
      <MadeCallCard table={table} index={index} outcome={outcome} practice={practice} />
    ));
  },
  close: () => {
    if (shown?.byPointer) close();
  },
});

/** An entry of the glossary, beside the link that leads there. */
async function showEntry(beside: Element, key: string, find: () => Promise<HTMLElement | null>): Promise<void> {
  const next = { key, beside, byPointer: false };
  await setLanguage(document.documentElement.lang, "look-up");
  open(next, <EntryCard entry={undefined} />);
  const entry = await find();
  update(next, <EntryCard entry={entry} />);
}

document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/glossary/#"]') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || card.contains(link)) return;
  event.preventDefault();
  void showEntry(link, link.hash, () => fetchEntry(link.hash.slice(1)));
});

/** Answer what is asked in a field: of calls, or of a term. */
async function answer(form: HTMLFormElement): Promise<void> {
  const asked = new FormData(form).get("q")?.toString().trim() ?? "";
  if (asked === "") return;
  const calls = parseAskedCalls(asked);
  if (calls === null) return showEntry(form, asked, () => findEntry(asked, { partly: true }));
  const entry = calls.named ? await findEntry(asked, { partly: false }) : null;
  if (entry !== null) return showEntry(form, asked, async () => entry);
  const ofPage = document.querySelector<HTMLElement>("main [data-system]")?.dataset["system"];
  const system = calls.system ?? ofPage ?? cardsOfNewBoards()?.ns ?? "sayc";
  const showCalls = (auction: TableAuction["auction"], uncontested: TableAuction["auction"] | null) => {
    const table: TableAuction = { dealer: "N", vulnerability: "none", auction, systems: { ns: system, ew: system } };
    const next = { key: `asked ${auctionKey(table)}`, beside: form, byPointer: false };
    const onUncontested = () => showCalls(uncontested!, null);
    void showMeaning(next, table, auction.length - 1, (outcome, practice) => (
      <AskedCallsCard
        table={table}
        outcome={outcome}
        practice={practice}
        fault={calls.fault}
        uncontested={uncontested}
        onUncontested={onUncontested}
      />
    ));
  };
  showCalls(calls.auction, calls.uncontested);
}

// In a search field the browser takes Escape to empty the field.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && shown !== null) close();
});

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches(".look-up")) return;
  event.preventDefault();
  void answer(event.target);
});
