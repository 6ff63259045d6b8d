/** Unsaved settings when the page is left, or the session ends. */
import type { SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { Work } from "../saving/settings_model";
import { sayLoggedOut } from "../kit/dialog";
import { keepDraft, restoreDraft, type RestoredDraft } from "../saving/draft";
import { isSessionEnd } from "../kit/failure";
import { tabShelf } from "../kit/tab_shelf";

let mayLeave = false;

/** The settings that the tab kept when the session ended. */
export function takeDraft(saved: SavedAnswer): RestoredDraft | undefined {
  return restoreDraft(tabShelf, saved);
}

/** Opens the page again with what is saved alone. */
export function discard(): void {
  letLeave();
  window.location.reload();
}

/** Lets the page be left without a question. */
export function letLeave(): void {
  mayLeave = true;
}

/** Has the browser ask before the page is left with unsaved settings. */
export function askBeforeLeaving(work: Work, isRestored: boolean): void {
  const content = (): string => JSON.stringify(work.edited());
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
export function reopen({ saved, edited }: Work): void {
  mayLeave = keepDraft(tabShelf, saved, edited());
  window.location.reload();
}

/** Whether a call has failed because the session has ended. If so, reports that and keeps the settings on the page. */
export function isLoggedOut(failure: unknown, { saved, edited }: Work): boolean {
  if (!isSessionEnd(failure)) {
    return false;
  }
  mayLeave = keepDraft(tabShelf, saved, edited());
  sayLoggedOut(mayLeave);
  return true;
}
