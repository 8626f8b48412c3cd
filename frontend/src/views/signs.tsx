/** Small signs beside a seat. */

import { isVulnerable, type Seat, type Vulnerability } from "../table";

interface Props {
  seat: Seat;
  vulnerability: Vulnerability;
}

export function VulnerabilityTag({ seat, vulnerability }: Props) {
  return isVulnerable(seat, vulnerability) ? (
    <span class="tag vulnerable">vulnerable</span>
  ) : (
    <span class="tag safe">not vulnerable</span>
  );
}
