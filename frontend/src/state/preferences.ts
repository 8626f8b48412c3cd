/** Preferences in local storage; lost in a browser that denies it. */

const SHORTCUTS = "shortcuts";
const OFF = "off";

/** Whether keys of one character act: they do until they are turned off. */
export function loadShortcuts(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS) !== OFF;
  } catch {
    return true;
  }
}

export function saveShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SHORTCUTS);
    else localStorage.setItem(SHORTCUTS, OFF);
  } catch {
    // It holds until the page is left.
  }
}
