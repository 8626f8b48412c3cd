/** That an answer is on its way, and that it is late. */

import type { State } from "../state";
import { say } from "../words";

export function Progress({ computing, slow }: Pick<State, "computing" | "slow">) {
  if (!computing) return null;
  return (
    <p class="progress">
      {slow ? say("Still reading: the model is busy …") : say("Reading the auction …")}
    </p>
  );
}
