/** Files of boards kept in the browser, so that a reload finds them; lost with the page where it denies that. */

import { createStore, delMany, get, set, update, type UseStore } from "idb-keyval";

import { reviewKey } from "../entry/import-board";
import type { BoardList } from "./reviews";

/** So many files are kept, those last used. */
const MOST_KEPT = 8;
const ORDER = "order";

let opened: UseStore | null = null;
const store = () => (opened ??= createStore("bridgeviz", "boards"));

/** Keep a file of boards, in place of the one longest not used. */
export async function keepBoards(list: BoardList): Promise<void> {
  try {
    const { reading } = list; // the file itself is as large as its boards
    await set(list.id, reading === undefined ? list : { ...list, reading: { ...reading, file: null } }, store());
    let dropped: string[] = [];
    const withThis = (ids: string[] = []) => {
      const all = [...ids.filter((id) => id !== list.id), list.id];
      dropped = all.slice(0, -MOST_KEPT);
      return all.slice(-MOST_KEPT);
    };
    await update(ORDER, withThis, store());
    await delMany(dropped, store());
  } catch {
    // It holds until the page is left.
  }
}

/** The file of boards as it was left, to be reviewed; null where it is not kept. */
export async function loadBoards(id: string): Promise<BoardList | null> {
  try {
    const list = await get<BoardList>(id, store());
    if (list === undefined) return null;
    const boards = list.boards.map((listed) => ({
      ...listed,
      key: listed.request === null ? null : reviewKey(listed.request),
    }));
    return { ...list, boards, open: null, running: true };
  } catch {
    return null;
  }
}
