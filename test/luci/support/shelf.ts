/** A tab's storage of the browser, in memory. */
import type { Shelf } from "../../../src/luci/saving/draft";

export function newShelf(): Shelf & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
