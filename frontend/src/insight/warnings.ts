/** Warnings about the whole answer. */

import { retold } from "../i18n/translate";
import type { Explanation } from "../service/types";

/** What is to be said before all else: calls that look like another system, rare auctions. */
export function warnings({ systems, surprise }: Explanation): string[] {
  return [systems.ns, systems.ew, surprise].flatMap(({ sentence, said }) =>
    sentence === null ? [] : [retold(sentence, said)],
  );
}
