/** The opening of a table for two. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n/translate";
import { formatSeat } from "../../practice/practice-link";
import type { Settings } from "../../practice/practice-state";
import { randomSeed } from "../../practice/seeds";
import { openPairTable } from "../../practice/practice-requests";
import type { Failure } from "../../service/failure";

interface Props {
  settings: Settings;
  /** Whether the system has no boards of the theme. */
  unknown: boolean;
}

export function PairForm({ settings, unknown }: Props) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = useRef(new AbortController());
  useEffect(() => () => request.current.abort(), []);
  const open = async () => {
    const { system, opponents, theme, level, drawn } = settings;
    const wanted = { seed: randomSeed(), count: 1, system, theme, level };
    const table = { systems: { ns: system, ew: opponents }, draw: drawn ? randomSeed() : null };
    setPending(true);
    setFailure(null);
    const outcome = await openPairTable(wanted, table, request.current.signal).catch(() => null);
    if (outcome === null) return;
    setPending(false);
    if ("failure" in outcome) return setFailure(outcome.failure);
    location.hash = formatSeat({ token: outcome.result, theme, level });
  };
  return (
    <div class="pair-form">
      <p class="hint">
        {t("You sit South, partner North, each at a screen of your own; robots are the opponents. The boards are those chosen above.")}
      </p>
      <button type="button" class="quiet" disabled={unknown || pending} onClick={() => void open()}>
        {t("Open a table")}
      </button>
      <div role="alert">
        {failure !== null &&
          [failure.title, ...failure.errors.map(({ text }) => text)].map((text) => (
            <p class="complaint">{text}</p>
          ))}
      </div>
    </div>
  );
}
