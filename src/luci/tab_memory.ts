/** What a browser tab remembers about this router: that it has shown a page of LuCI. */

const key = "sso-login.seen";

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
