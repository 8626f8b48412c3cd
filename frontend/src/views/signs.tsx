/** Small signs beside a seat. */

import { isVulnerable, type Seat, type Vulnerability } from "../table";
import { say } from "../words";

interface Props {
  seat: Seat;
  vulnerability: Vulnerability;
}

export function VulnerabilityTag({ seat, vulnerability }: Props) {
  return isVulnerable(seat, vulnerability) ? (
    <span class="tag vulnerable">{say("vulnerable")}</span>
  ) : (
    <span class="tag safe">{say("not vulnerable")}</span>
  );
}
