/** The card in short: its base and name, what it changes with the way back, and what to do with it. */

import { useState } from "preact/hooks";

import {
  atOdds,
  baseOf,
  cardName,
  type Change,
  changesOf,
  codeOfSystem,
  type ConventionCard,
  isPlain,
  parseCard,
  withOption,
} from "../../bridge/card";
import { addressOf, copyText } from "../../export/download";
import { t } from "../../i18n/translate";
import { formatCardLink, MAX_NAME } from "../../state/card-link";
import type { EditorProps } from "../../state/card-state";
import { Button, Complaints, Select, Switch } from "../common/fields";
import { ColouredText } from "../common/pips";

/** The theme of practice on which what a card changes comes up. */
const CHANGES_THEME = "changes";

export function CardHead(props: EditorProps) {
  const { state, dispatch, vocabulary, code } = props;
  const card = parseCard(code, vocabulary)!;
  const base = vocabulary.bases.find(({ id }) => id === card.base)!;
  return (
    <section class="panel card-head" aria-labelledby="card-title">
      <h2 id="card-title">
        <ColouredText text={state.name.trim() || cardName(code, vocabulary)} />
      </h2>
      <div class="card-names">
        <Select
          label={t("Start from")}
          id="card-base"
          options={vocabulary.bases.map(({ id }) => id)}
          value={card.base}
          text={(id) => t(vocabulary.bases.find((one) => one.id === id)!.name)}
          onChange={(id) => dispatch({ type: "base chosen", base: id })}
        />
        <div class="field">
          <label for="card-name">{t("Name of the card")}</label>
          <input
            id="card-name"
            maxLength={MAX_NAME}
            value={state.name}
            placeholder={cardName(code, vocabulary)}
            onInput={(event) => dispatch({ type: "named", name: event.currentTarget.value })}
          />
        </div>
      </div>
      <p class="hint">
        <ColouredText text={t(base.description)} />
      </p>
      <Changes {...props} card={card} />
      {atOdds(card, vocabulary).length === 0 && <Uses {...props} />}
    </section>
  );
}

/** What the card changes, each with the way back; those that cannot be say why. */
function Changes({ dispatch, vocabulary, card }: EditorProps & { card: ConventionCard }) {
  const changes = changesOf(card, vocabulary);
  const odds = atOdds(card, vocabulary);
  const back = ({ choice, theirs }: Change) => ({
    onClick: () => dispatch({ type: "option chosen", choice: choice.id, option: theirs.id }),
  });
  const backText = ({ choice, theirs }: Change) =>
    t("{choice}: back to “{option}”", { choice: t(choice.name), option: t(theirs.name) });
  /** The ways back that put something right. */
  const remedies = changes.filter(
    ({ choice, theirs }) => atOdds(withOption(card, choice.id, theirs.id, vocabulary), vocabulary).length < odds.length,
  );
  return (
    <>
      <h3 id="changes-title">{t("You play otherwise")}</h3>
      {changes.length === 0 && <p class="hint">{t("Nothing yet: this is the system as it is.")}</p>}
      <ul class="card-changes" aria-labelledby="changes-title">
        {changes.map((change) => (
          <li key={change.choice.id}>
            <a href={`#${change.choice.id}`} onClick={(event) => showChoice(event, change.choice.id)}>
              <ColouredText text={t(change.ours.brief)} />
            </a>
            <Button aria-label={backText(change)} title={backText(change)} {...back(change)}>
              ↺
            </Button>
          </li>
        ))}
      </ul>
      <Complaints texts={odds.map(({ reason }) => t("This cannot be on one card: {reason}.", { reason: t(reason) }))} />
      {odds.length > 0 && (
        <div class="row">
          {remedies.map((change) => (
            <Button {...back(change)}>
              <ColouredText text={backText(change)} />
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Keep the card, pass it on, bid and practise with it, print it. */
function Uses({ state, dispatch, vocabulary, code }: EditorProps) {
  const [chosen, setOurs] = useState<boolean | null>(null);
  const [copied, setCopied] = useState<{ address: string; done: boolean } | null>(null);
  const name = state.name.trim();
  const { own } = state;
  /** Unless the visitor has chosen: the first card is, and one that was is still. */
  const ours = chosen ?? (own.ours === null || own.cards.some((one) => one.name === name && one.code === own.ours));
  const address = addressOf(formatCardLink({ code, name }));
  const system = codeOfSystem(baseOf(code)!);
  const practised = isPlain(code) ? undefined : { opponents: system, theme: CHANGES_THEME };
  const shown = copied?.address === address ? copied : null;
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          dispatch({ type: "saved", name: name || cardName(code, vocabulary).slice(0, MAX_NAME), ours });
        }}
      >
        <button class="primary">{t("Save in this browser")}</button>
        <Switch on={ours} onChange={setOurs}>
          {t("Our card: new boards begin with it")}
        </Switch>
      </form>
      <div class="row">
        <Button onClick={async () => setCopied({ address, done: await copyText(address) })}>{t("Copy link")}</Button>
        <a class="quiet" href={`/#${new URLSearchParams({ ns: code })}`}>
          {t("Bid with this card")}
        </a>
        <a class="quiet" href={`/practice/#${new URLSearchParams({ system: code, ...practised })}`}>
          {t("Practise it")}
        </a>
        <Button onClick={() => print()}>{t("Print the card")}</Button>
        <a class="quiet to-trial" href="#trial-title" onClick={(event) => showTrial(event)}>
          {t("Try an auction")}
        </a>
      </div>
      <p class="hint" role="status">
        {shown?.done === true && t("Link copied.")}
        {shown?.done === false && t("Copying failed: select the link under “Link, QR code and files”.")}{" "}
        {state.saved !== null && !state.unsaved && t("Saved as “{name}”.", { name: state.saved })}
      </p>
      <Complaints
        texts={state.unsaved ? [t("This browser keeps nothing for this site. Keep the link instead.")] : null}
      />
    </>
  );
}

/** Lead to a choice; the address stays the link of the card. */
function showChoice(event: MouseEvent, choice: string): void {
  event.preventDefault();
  const group = document.getElementById(choice);
  group?.scrollIntoView({ block: "center" });
  group?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
}

function showTrial(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector(".card-trial")?.scrollIntoView();
  document.querySelector<HTMLElement>(".card-trial [tabindex='0']")?.focus({ preventScroll: true });
}
