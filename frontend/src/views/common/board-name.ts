/** The names of recorded boards. */

import { t } from "../../i18n/translate";
import type { RecordedBoard } from "../../service/boards";

/** "Board 7", with its room where it has one. */
export function boardName({ number, line, room = "" }: RecordedBoard): string {
  if (number === null) return t("The board in line {line}", { line });
  const name = t("Board {number}", { number });
  return room === "" ? name : `${name}, ${room}`;
}
