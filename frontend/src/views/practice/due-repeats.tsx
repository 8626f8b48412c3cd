/** The boards with mistakes that are to be bid again. */

import { plural, t } from "../../i18n/translate";
import { dueBy, type Repeat } from "../../practice/repeats";

interface Props {
  /** Soonest first. */
  repeats: readonly Repeat[];
  now: Date;
  onRepeat: (repeats: readonly Repeat[]) => void;
}

export function DueRepeats({ repeats, now, onRepeat }: Props) {
  const due = dueBy(repeats, now);
  return (
    <section class="repeats" aria-labelledby="repeats-title">
      <h3 id="repeats-title">{t("Your mistakes again")}</h3>
      {due.length > 0 ? (
        <>
          <p>{plural("{count} board is due.", "{count} boards are due.", due.length)}</p>
          <button type="button" class="primary" onClick={() => onRepeat(due)}>
            {t("Practise these again")}
          </button>
        </>
      ) : (
        <NextRepeat next={repeats[0]} onRepeat={onRepeat} />
      )}
    </section>
  );
}

function NextRepeat({ next, onRepeat }: { next: Repeat | undefined; onRepeat: Props["onRepeat"] }) {
  if (next === undefined) return <p>{t("None: you made no mistake yet.")}</p>;
  const day = next.due.toLocaleDateString(document.documentElement.lang);
  return (
    <>
      <p>{t("None is due; the next one is on {day}.", { day })}</p>
      <button type="button" class="quiet" onClick={() => onRepeat([next])}>
        {t("Practise it now")}
      </button>
    </>
  );
}
