/** axe-core's findings about accessibility on the page that a browser shows. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Violations that axe finds on the page, or in the part of it that `within` selects: one line each, with the rule and the elements.
 * The script is run by the driver and not by the page, so that the page's policy may forbid scripts.
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  await page.evaluate(source);
  const scope = within === undefined ? "document" : JSON.stringify(within);
  // LuCI's dialog scrolls in a layer above the page: axe takes what is below the screen there for hidden.
  const results = await page.evaluate<AxeResults>(`(async () => {
    const sheet = document.createElement("style");
    sheet.textContent = "body { overflow: visible !important } #modal_overlay { position: absolute !important }";
    document.head.append(sheet);
    const found = await axe.run(${scope}, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } });
    sheet.remove();
    return found;
  })()`);
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

/** axe finds nothing wrong in these parts of the page. */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  for (const part of parts) {
    assert.deepEqual(await axeFindings(page, part), [], part);
  }
}
