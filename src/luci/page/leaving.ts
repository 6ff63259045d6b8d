/** Unsaved settings when the page is left, or the session ends. */
import type { SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { EditedSettings } from "../saving/changes";
import { sayLoggedOut } from "../kit/dialog";
import { keepDraft } from "../saving/draft";
import { isSessionEnd } from "../kit/failure";
import { tabShelf } from "../kit/tab_shelf";

/** The settings on the page, and those that it began with. */
export interface Work {
  saved: SavedAnswer;
  shown: () => EditedSettings;
}

let mayLeave = false;

/** Lets the page be left without a question. */
export function letLeave(): void {
  mayLeave = true;
}

/** Has the browser ask before the page is left with unsaved settings. */
export function askBeforeLeaving(work: Work, isRestored: boolean): void {
  const content = (): string => JSON.stringify(work.shown());
  const before = isRestored ? "" : content();
  window.addEventListener("beforeunload", (event) => {
    if (!mayLeave && document.querySelector(".sso-login-page") !== null && content() !== before) {
      event.preventDefault();
      // Chromium until 118.
      event.returnValue = true;
    }
  });
}

/** Opens the page again, with what is saved by now; what is not saved stays on the page. */
export function reopen({ saved, shown }: Work): void {
  mayLeave = keepDraft(tabShelf, saved, shown());
  window.location.reload();
}

/** Whether a call has failed because the session has ended. If so, reports that and keeps the settings on the page. */
export function isLoggedOut(failure: unknown, { saved, shown }: Work): boolean {
  if (!isSessionEnd(failure)) {
    return false;
  }
  mayLeave = keepDraft(tabShelf, saved, shown());
  sayLoggedOut(mayLeave);
  return true;
}
