/** Suits and calls in their colours; the shape of the pip always says the same as its colour. */

import { type Call, callSymbol, isBid, levelOf, spokenCall, strainOf, suitOf } from "../../bridge/calls";
import { type Strain, type Suit, SUIT_NAMES, SUIT_SYMBOLS } from "../../bridge/table";
import { t } from "../../i18n/translate";

/** A pip; text and name for those who listen come from what stands around it. */
export function Pip({ suit }: { suit: Suit }) {
  return (
    <span class={`pip suit-${suit}`} aria-hidden="true">
      {SUIT_SYMBOLS[suit]}
    </span>
  );
}

export function SuitName({ suit }: { suit: Suit }) {
  return (
    <>
      <Pip suit={suit} />
      <span class="unseen">{t(SUIT_NAMES[suit])}</span>
    </>
  );
}

export function StrainName({ strain }: { strain: Strain }) {
  return strain === "NT" ? <>{t("NT")}</> : <SuitName suit={strain} />;
}

interface CallTextProps {
  call: Call;
  /** The spoken text, where it is not a call that is made. */
  spoken?: string;
}

/** A call as it is shown, and said: 1♦, 3NT, Pass. */
export function CallText({ call, spoken = spokenCall(call) }: CallTextProps) {
  return (
    <span class={`call call-${isBid(call) ? "bid" : call}`}>
      <span aria-hidden="true">
        {isBid(call) ? levelOf(call) : callSymbol(call)}
        <Denomination call={call} />
      </span>
      <span class="unseen">{spoken}</span>
    </span>
  );
}

function Denomination({ call }: { call: Call }) {
  const suit = suitOf(call);
  if (suit !== null) return <Pip suit={suit} />;
  return isBid(call) ? <span class="notrump">{strainOf(call)}</span> : null;
}

/** A paragraph with its pips coloured. */
export function ColouredLine({ text, class: name }: { text: string; class?: string }) {
  return (
    <p class={name}>
      <ColouredText text={text} />
    </p>
  );
}

/** A sentence of the service with its pips coloured. */
export function ColouredText({ text }: { text: string }) {
  const parts = text.split(/([♠♥♦♣])/);
  return (
    <>
      {parts.map((part) => {
        const suit = (Object.keys(SUIT_SYMBOLS) as Suit[]).find((s) => SUIT_SYMBOLS[s] === part);
        return suit === undefined ? part : <span class={`pip suit-${suit}`}>{part}</span>;
      })}
    </>
  );
}
