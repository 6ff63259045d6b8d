/** Unsaved settings when the page is left, or the session ends. */
import type { Work } from "../saving/settings_model";
import { sayLoggedOut } from "../kit/dialog";
import { onSessionEnd } from "../kit/panels";
import { keepDraft } from "../saving/draft";

let mayLeave = false;

/** Opens the page again with what is saved alone. */
export function discard(): void {
  letLeave();
  window.location.reload();
}

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

/** Keeps these settings in the tab, and then lets it leave the page; false where the browser stores nothing. */
function keep({ base, edited }: Work): boolean {
  mayLeave = keepDraft(base, edited());
  return mayLeave;
}

/** Opens the page again, with what is saved by now; what is not saved stays on the page. */
export function reopen(work: Work): void {
  keep(work);
  window.location.reload();
}

/** Keeps these settings in the place of others when the session ends, and says so. */
export function keepAtSessionEnd(work: Work): void {
  onSessionEnd(() => sayLoggedOut(keep(work)));
}
