/** The check of the documents' tables: what they name exists. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { repositoryRoot } from "../box/locations.ts";

const document = `Text may name \`src/none.ts\`.

| Module | Tests |
| --- | --- |
| \`web/router.ts\`, \`scripts/\` | \`unit/router_spec.lua\`, \`a word\`, \`text/plain\` |
| \`web/rooter.ts\`, \`docs/images/\` | \`unit/router_spec.ts\` |
`;

it("names each file and folder of a table that is not there", () => {
  const root = mkdtempSync(join(tmpdir(), "docs-test-"));
  try {
    for (const folder of ["docs", "scripts", "src/sso_login/web", "test/unit"]) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    writeFileSync(join(root, "docs/a.md"), document);
    writeFileSync(join(root, "src/sso_login/web/router.ts"), "");
    writeFileSync(join(root, "test/unit/router_spec.lua"), "");
    const run = spawnSync(process.execPath, ["--import", "tsx", join(repositoryRoot, "scripts/check-docs.ts"), root], {
      cwd: repositoryRoot,
      encoding: "utf8",
    });
    assert.equal(
      run.stderr,
      [
        "docs/a.md:6: there is no web/rooter.ts",
        "docs/a.md:6: there is no docs/images/",
        "docs/a.md:6: there is no unit/router_spec.ts",
        "",
      ].join("\n"),
    );
    assert.equal(run.status, 1);
  } finally {
    rmSync(root, { recursive: true });
  }
});
