/** Progress kept in the browser, the same for all tabs. */

import { t } from "../i18n/translate";
import { addBoards, NO_PROGRESS, type PlayedBoard, type Progress } from "./played-board";
import { readProgress, writeProgress } from "./progress-file";

export const STORED_PROGRESS = "practice-progress";

/** The progress as this tab knows it. */
export interface KeptProgress {
  progress: Progress;
  /** Why it is not kept by the browser, in words; null where it is. */
  unsaved: string | null;
  /** Why the browser's progress could not be read, and where it was put; null where it could. */
  unread: string | null;
}

export const NOTHING_KEPT: KeptProgress = { progress: NO_PROGRESS, unsaved: null, unread: null };

/** Load what the browser has; `now` names the place of what cannot be read. */
export function loadProgress(now: Date): KeptProgress {
  return withStorage(NOTHING_KEPT, (storage) => takeStored(storage, now));
}

/** Add boards to what the browser has by now, also from other tabs. */
export function keepBoards(kept: KeptProgress, boards: readonly PlayedBoard[], now: Date): KeptProgress {
  const own = { ...kept, progress: addBoards(kept.progress, boards) };
  return withStorage(own, (storage) => {
    const stored = takeStored(storage, now);
    const progress = addBoards(stored.progress, own.progress.boards);
    storage.setItem(STORED_PROGRESS, writeProgress(progress));
    return { progress, unsaved: null, unread: stored.unread ?? kept.unread };
  });
}

/** Delete all progress in this browser. */
export function deleteProgress(): KeptProgress {
  return withStorage(NOTHING_KEPT, (storage) => {
    storage.removeItem(STORED_PROGRESS);
    return NOTHING_KEPT;
  });
}

/** Take over what another tab has written, or that it deleted all. */
export function followTab(kept: KeptProgress, { key, newValue }: Pick<StorageEvent, "key" | "newValue">): KeptProgress {
  if (key !== null && key !== STORED_PROGRESS) return kept;
  if (newValue === null) return { ...kept, progress: NO_PROGRESS };
  const read = readProgress(newValue);
  if ("fault" in read) return kept;
  return { ...kept, progress: addBoards(read.progress, kept.progress.boards) };
}

/** What is stored; a text that is no progress is moved to a key of its own. Throws DOMException. */
function takeStored(storage: Storage, now: Date): KeptProgress {
  const text = storage.getItem(STORED_PROGRESS);
  if (text === null) return NOTHING_KEPT;
  const read = readProgress(text);
  if (!("fault" in read)) return { ...NOTHING_KEPT, progress: read.progress };
  const place = `${STORED_PROGRESS}-${now.toISOString()}`;
  storage.setItem(place, text);
  storage.removeItem(STORED_PROGRESS);
  const unread = t(
    "The progress kept by this browser could not be read ({fault}). It was moved to “{place}” in the browser's storage, and your progress starts over.",
    { fault: read.fault, place },
  );
  return { ...NOTHING_KEPT, unread };
}

/** Use the storage; where the browser denies it or it is full, the progress is this tab's alone. */
function withStorage(own: KeptProgress, use: (storage: Storage) => KeptProgress): KeptProgress {
  try {
    return use(localStorage);
  } catch (error) {
    const full = error instanceof DOMException && error.name === "QuotaExceededError";
    const unsaved = full
      ? t(
          "The browser's storage for this site is full: boards are kept only until this page is closed. Export the progress to keep it.",
        )
      : t(
          "The browser does not let this page store anything: boards are kept only until it is closed. Export the progress to keep it.",
        );
    return { ...own, unsaved };
  }
}
