/** What the browser remembers of the user's choices; one that keeps nothing forgets them. */

const SHORTCUTS = "shortcuts";
const OFF = "off";

/** Whether keys of one character act: they do until they are turned off. */
export function shortcutsKept(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS) !== OFF;
  } catch {
    return true;
  }
}

export function keepShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SHORTCUTS);
    else localStorage.setItem(SHORTCUTS, OFF);
  } catch {
    // It holds until the page is left.
  }
}
