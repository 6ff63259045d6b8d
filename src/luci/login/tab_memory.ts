/**
 * The memory of a browser tab about this router: that it has shown a page of LuCI, and that it opens one again. The memory of the
 * browser: the name of the provider that was used last.
 */

const key = "sso-login.seen";
const reopening = "sso-login.reopening";
const provider = "sso-login.provider";

/** Whether this is the tab's first page of LuCI; from now on it is not. False where the browser stores nothing. */
export function isFirstPageOfTab(): boolean {
  try {
    const isFirst = sessionStorage.getItem(key) === null;
    sessionStorage.setItem(key, "1");
    return isFirst;
  } catch {
    return false;
  }
}

/** Whether the page may be opened again; from now on it may not. False where the browser stores nothing. */
export function takeReopening(): boolean {
  try {
    const isFirst = sessionStorage.getItem(reopening) === null;
    sessionStorage.setItem(reopening, "1");
    return isFirst;
  } catch {
    return false;
  }
}

/** The user is inside: the next form may be opened again. */
export function forgetReopening(): void {
  try {
    sessionStorage.removeItem(reopening);
  } catch {
    // This browser stores nothing.
  }
}

/** The provider that this browser has used last; null where it stores nothing. */
export function lastProvider(): string | null {
  try {
    return localStorage.getItem(provider);
  } catch {
    return null;
  }
}

export function rememberProvider(name: string): void {
  try {
    localStorage.setItem(provider, name);
  } catch {
    // This browser stores nothing: the order of the buttons stays.
  }
}
