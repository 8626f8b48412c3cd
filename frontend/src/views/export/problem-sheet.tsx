/** The problems of a handout, one for each moment, with room for the answers. */

import { type Input, toRequest } from "../../entry/input";
import { t } from "../../i18n/translate";
import { formatProblem } from "../../state/link";
import { PosedPosition } from "./problem";
import { QrLink } from "./qr-link";

interface Props {
  input: Input;
  moments: readonly number[];
  links: boolean;
}

export function ProblemSheet({ input, moments, links }: Props) {
  const position = toRequest(input);
  return (
    <section class="handout" aria-label={t("Problem sheet")}>
      {moments.map((moment, place) => (
        <article class="handout-problem">
          <h2>{t("Problem {number}", { number: place + 1 })}</h2>
          <div class="handout-top">
            <PosedPosition position={{ ...position, auction: position.auction.slice(0, moment) }} />
            {links && (
              <QrLink fragment={formatProblem(input, moment)} text={t("The problem and its answer")} />
            )}
          </div>
        </article>
      ))}
    </section>
  );
}
