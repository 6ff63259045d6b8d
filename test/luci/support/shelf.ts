/** A tab's storage of the browser, in memory; returns what it keeps. A refusing one fails at each access. */
export function newShelf(isRefusing = false): Map<string, string> {
  const items = new Map<string, string>();
  const get = (): object => {
    if (isRefusing) {
      throw new Error("SecurityError");
    }
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get });
  return items;
}
