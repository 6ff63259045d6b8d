/** Whether the page is left with something that is not saved, and what becomes of it. */
import type { EditedSettings, SavedSettings } from "./changes";
import { sayLoggedOut } from "./dialog";
import { keepDraft, type Shelf } from "./draft";
import { isSessionEnd } from "./failure";

/** What the page shows, and what it began with. */
export interface Work {
  saved: SavedSettings;
  shown: () => EditedSettings;
}

let mayLeave = false;

/** The tab's storage; a browser that is told to store nothing refuses it at each access. */
export const tabShelf: Shelf = {
  getItem: (key) => window.sessionStorage.getItem(key),
  setItem: (key, value) => window.sessionStorage.setItem(key, value),
  removeItem: (key) => window.sessionStorage.removeItem(key),
};

/** The page is left on purpose: nothing is asked. */
export function letLeave(): void {
  mayLeave = true;
}

/** Has the browser ask before the page is left with something that is not as it was, or had been restored. */
export function askBeforeLeaving(work: Work, isRestored: boolean): void {
  const essence = (): string => JSON.stringify(work.shown());
  const before = isRestored ? "" : essence();
  window.addEventListener("beforeunload", (event) => {
    if (!mayLeave && document.querySelector(".sso-login-page") !== null && essence() !== before) {
      event.preventDefault();
      // Chromium until 118.
      event.returnValue = true;
    }
  });
}

/** Where a call has failed because the session has ended: says so, and keeps what was typed. True then. */
export function isLoggedOut(failure: unknown, { saved, shown }: Work): boolean {
  if (!isSessionEnd(failure)) {
    return false;
  }
  mayLeave = keepDraft(tabShelf, saved, shown());
  sayLoggedOut(mayLeave);
  return true;
}
