/** The right-hand side: the explanation, or why there is none yet. */

import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { parseHand } from "../../bridge/hand";
import { sideOf } from "../../bridge/table";
import { auctionKey } from "../../bridge/table-auction";
import { EXAMPLES } from "../../entry/examples";
import type { ExportChoice } from "../../export/export";
import { t } from "../../i18n/translate";
import { momentText } from "../../insight/format";
import { nameOf, warnings, wordsOf } from "../../insight/message";
import type { Explanation } from "../../service/types";
import { callOnCard, failureOf, isAsked, isOtherDealAwaited, isStale, revealedDeal } from "../../state/selectors";
import type { Dispatch, PageProps, State } from "../../state/state";
import { CardLine, cardText, useVocabulary } from "../common/cards";
import { useCardHighlight } from "../common/card-highlight";
import { Button, FailureNote } from "../common/fields";
import { CopyLink, LinkErrors } from "../export/links";
import { ComparisonPanel } from "../lines/comparison-panel";
import { LinesPanel } from "../lines/lines-panel";
import { ExportChoices } from "../parts";
import { ReviewButton } from "../review/view-bar";
import { AuctionDiagram, StepBar } from "./auction-diagram";
import { ContractsPanel } from "./contracts-panel";
import { OtherHands, PartnerPanel, useAroundTable } from "./hands-panel";
import { MessageCard } from "./message-card";
import { NextCall } from "./next-call";
import { Partnerships } from "./partnership-panel";
import { RevealPanel } from "./reveal-panel";

export function Answer({ state, dispatch }: PageProps) {
  const { explanation, request } = state;
  const failure = failureOf(state) ?? state.secondaryFailure;
  const awaited = failure === null && isOtherDealAwaited(state);
  return (
    <section id="answer" class="answer" tabIndex={-1} aria-label={t("Explanation")} aria-busy={isAsked(state)}>
      <LinkErrors state={state} dispatch={dispatch} />
      {failure !== null && (
        <FailureNote failure={failure} heading="h2">
          {failure.retry && (
            <Button class="primary" onClick={() => dispatch({ type: "submitted" })}>
              {t("Try again")}
            </Button>
          )}
        </FailureNote>
      )}
      <div role="status">
        <Progress request={request} />
      </div>
      <Announcement state={state} />
      <LinesPanel state={state} dispatch={dispatch} />
      {awaited && <Skeleton />}
      {!awaited && explanation === null && <Welcome dispatch={dispatch} />}
      {!awaited && explanation !== null && <Picture explanation={explanation} state={state} dispatch={dispatch} />}
    </section>
  );
}

/** Before the first answer: what this is, and positions to try. */
function Welcome({ dispatch }: { dispatch: Dispatch }) {
  return (
    <div class="welcome">
      <h2>{t("Every call is a message. See what it says.")}</h2>
      <p>
        {t(
          "Enter your hand and the auction, or start from one of these. You get a picture of each hidden hand, what every call showed, and the usual next call.",
        )}
      </p>
      <ul class="examples">
        {EXAMPLES.map((example) => (
          <li>
            <Button class="example" onClick={() => dispatch({ type: "input replaced", input: example.input })}>
              <b>{t(example.name)}</b>
              <span>{t(example.teaser)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In place of the first answer while it is awaited, and about as large. */
function Skeleton() {
  const box = useRef<HTMLDivElement>(null);
  useContainerWidth(box);
  return (
    <div ref={box} class="skeleton" aria-hidden="true">
      <div class="step-bar" />
      <div class="tiers">
        {["diagram", "message", "next-call", "tier-partner"].map((part) => (
          <div class={`panel ${part}`} />
        ))}
      </div>
    </div>
  );
}

function Picture({ explanation, state, dispatch }: PageProps & { explanation: Explanation }) {
  const { moment } = state;
  const box = useRef<HTMLDivElement>(null);
  useContainerWidth(box);
  const { hand } = explanation.position;
  const own = useMemo(() => (hand === null ? [] : parseHand(hand).cards), [hand]);
  const highlight = useCardHighlight(state.pinned, dispatch);
  const deal = revealedDeal(state);
  const [around, setAround] = useAroundTable(state);
  const [exporting, setExporting] = useState(false);
  const onExport = (choice: ExportChoice) =>
    void import("../export/printing").then(({ runExport }) => runExport(choice, state, dispatch));
  const hands = { explanation, state, own, deal, highlight, dispatch };
  // Another auction's are mounted again, for they begin elsewhere.
  const calls = explanation.position.auction.join(" ");
  return (
    <div ref={box} class={isStale(state) ? "picture veiled" : "picture"} inert={isStale(state)}>
      <StepBar explanation={explanation} moment={moment} dispatch={dispatch} />
      <CardLine cards={explanation.position.systems} side={sideOf(explanation.position.seat)} />
      <div class={around ? "tiers around" : "tiers"}>
        <AuctionDiagram explanation={explanation} shown={callOnCard(state)} dispatch={dispatch} />
        <MessageCard explanation={explanation} state={state} dispatch={dispatch} />
        <NextCall key={`next ${calls}`} explanation={explanation} state={state} dispatch={dispatch} />
        {!around && <PartnerPanel key={`partner ${calls}`} {...hands} />}
      </div>
      <Warnings said={warnings(explanation)} />
      <OtherHands {...hands} around={around} onAround={setAround} />
      {deal !== null && <RevealPanel moment={explanation.moments[moment]!} deal={deal} />}
      <ComparisonPanel state={state} dispatch={dispatch} />
      <p class="hint refined-note" role="status">
        {explanation.refined && t("Refined: hands weighed by all their calls")}
      </p>
      <Partnerships explanation={explanation} moment={moment} />
      <ContractsPanel explanation={explanation} state={state} dispatch={dispatch} />
      <div class="answer-tools">
        <ReviewButton state={state} dispatch={dispatch} />
        <CopyLink state={state} onExport={onExport} />
        <details class="taking" onToggle={(event) => setExporting(event.currentTarget.open)}>
          <summary>{t("Save or print")}</summary>
          {exporting && <ExportChoices state={state} dispatch={dispatch} onExport={onExport} />}
        </details>
      </div>
      <Provenance explanation={explanation} />
    </div>
  );
}

/** The warnings, after the message and the next call. */
function Warnings({ said }: { said: string[] }) {
  if (said.length === 0) return null;
  return (
    <ul class="warnings" aria-label={t("Warnings")}>
      {said.map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  );
}

/** Whose agreements these are, and who says so. */
function Provenance({ explanation }: { explanation: Explanation }) {
  const { model, position } = explanation;
  const vocabulary = useVocabulary(position.systems.ns, position.systems.ew);
  return (
    <footer class="provenance">
      <p>
        {t("Meanings are agreements and estimates, not the actual cards. Assumed: N-S play {ns}, E-W play {ew}.", {
          ns: cardText(position.systems.ns, vocabulary),
          ew: cardText(position.systems.ew, vocabulary),
        })}
      </p>
      <p>{t("Model {model}", { model: `${model.name} ${model.version}` })}</p>
    </footer>
  );
}

/** The progress of a pending request, and that it is slow. */
function Progress({ request }: Pick<State, "request">) {
  if (request?.kind !== "asked" && request?.kind !== "slow") return null;
  return (
    <p class="progress">
      {request.kind === "slow" ? t("Still reading: the model is busy …") : t("Reading the auction …")}
    </p>
  );
}

/** The greatest width of each class, in em; beyond them the container is wide. */
const BREAKPOINTS: readonly [number, string][] = [
  [45.5, "narrow"],
  [55.5, "middle"],
];

/**
 * Set `data-room` on the container by its width. A container query would do the
 * same, but costs every step of the picture a second pass over all styles.
 */
function useContainerWidth(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const width = element.clientWidth / em;
      element.dataset.room = BREAKPOINTS.find(([most]) => width <= most)?.[1] ?? "wide";
    };
    const watcher = new ResizeObserver(measure);
    measure();
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
}

/** Announce the call on the card once: for a step or a new answer, not for a refined one. */
function Announcement({ state }: { state: State }) {
  const { explanation } = state;
  const shown = callOnCard(state);
  const of = explanation === null ? "" : auctionKey(explanation.position) + explanation.position.hand;
  const text = useMemo(() => (explanation === null ? "" : announced(explanation, shown)), [of, shown]);
  return (
    <p class="unseen announcement" role="status">
      {text}
    </p>
  );
}

function announced(explanation: Explanation, shown: number | null): string {
  const meaning = shown === null ? undefined : explanation.calls[shown];
  if (meaning === undefined) return t("Before the first call");
  const name = nameOf(meaning)?.name;
  const words = wordsOf(meaning, explanation.interval_level);
  return [momentText(explanation, meaning.index + 1), name, words].filter(Boolean).join(". ");
}
