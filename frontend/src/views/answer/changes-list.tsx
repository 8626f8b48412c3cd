/** What the last call changed, in up to three sentences. */

import { changesTitle, changeWords, largestChanges } from "../../insight/changes";
import type { Explanation } from "../../service/types";
import { Prose } from "../common/pips";

export function Changes({ explanation, moment }: { explanation: Explanation; moment: number }) {
  const { moments } = explanation;
  const changes = moment === 0 ? [] : largestChanges(moments[moment - 1]!, moments[moment]!);
  return (
    <section class="changes" role="status">
      <p class={changes.length === 0 ? "hint" : "changes-title"}>
        <Prose text={changesTitle(explanation, moment, changes.length)} />
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li>
              <Prose text={changeWords(change)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
