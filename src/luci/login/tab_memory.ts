/** The memory of a browser and its tab: the provider that was used last; that the tab has shown a page of LuCI, or opens one again. */

const reopening = "sso-login.reopening";
const provider = "sso-login.provider";

function tried<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Whether the tab does something for the first time; false where the browser stores nothing. */
function isFirst(key: string): boolean {
  const take = (): boolean => {
    const isFirst = sessionStorage.getItem(key) === null;
    sessionStorage.setItem(key, "1");
    return isFirst;
  };
  return tried(take) ?? false;
}

/** Whether this is the tab's first page of LuCI; from now on it is not. */
export function isFirstPageOfTab(): boolean {
  return isFirst("sso-login.seen");
}

/** Whether the page may be opened again; from now on it may not. */
export function takeReopening(): boolean {
  return isFirst(reopening);
}

/** The user is inside: the next form may be opened again. */
export function forgetReopening(): void {
  tried(() => sessionStorage.removeItem(reopening));
}

/** The provider that this browser has used last; null where it stores nothing. */
export function lastProvider(): string | null {
  return tried(() => localStorage.getItem(provider)) ?? null;
}

export function rememberProvider(name: string): void {
  tried(() => localStorage.setItem(provider, name));
}
