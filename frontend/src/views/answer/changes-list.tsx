/** The largest changes of the last call, in up to three sentences. */

import { changesTitle, changeText, largestChanges } from "../../insight/changes";
import type { Explanation } from "../../service/types";
import { ColouredText } from "../common/pips";

export function ChangesList({ explanation, moment }: { explanation: Explanation; moment: number }) {
  const { moments } = explanation;
  const changes = moment === 0 ? [] : largestChanges(moments[moment - 1]!, moments[moment]!);
  return (
    <section class="changes">
      <p class={changes.length === 0 ? "hint" : "changes-title"}>
        <ColouredText text={changesTitle(explanation, moment, changes.length)} />
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li>
              <ColouredText text={changeText(change)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
