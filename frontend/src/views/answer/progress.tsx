/** That an answer is on its way, and that it is late. */

import { say } from "../../i18n/translate";
import type { State } from "../../state/state";

export function Progress({ computing, slow }: Pick<State, "computing" | "slow">) {
  if (!computing) return null;
  return (
    <p class="progress">
      {slow ? say("Still reading: the model is busy …") : say("Reading the auction …")}
    </p>
  );
}
