/** Pages as they are used by the keyboard alone. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** The accessible name of what has the focus; "" for the page itself. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: active, body } = document;
    const by = document.getElementById(active.getAttribute("aria-labelledby") ?? "");
    return active === body ? "" : (active.getAttribute("aria-label") ?? by?.innerText ?? active.innerText) || active.outerHTML;
  })()`);
}

/** Presses a key until something of this name has the focus. */
export async function keyTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < 150; count += 1) {
    await page.keyboard.press(key);
    const now = (await focused(page)).trim();
    seen.push(now);
    if (typeof name === "string" ? now === name : name.test(now)) {
      return;
    }
  }
  assert.fail(`${key} does not reach ${String(name)}: ${seen.join(" | ")}`);
}
