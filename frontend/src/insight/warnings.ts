/** Warnings about the whole answer. */

import { translate } from "../i18n/translate";
import type { Explanation } from "../service/types";

/** Return the warnings: calls that look like another system, rare auctions. */
export function warnings({ systems, surprise }: Explanation): string[] {
  return [systems.ns, systems.ew, surprise].flatMap(({ sentence, said }) =>
    sentence === null ? [] : [translate(sentence, said)],
  );
}
