/** The settings page's links to the documents. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { plainOptions } from "../../src/luci/saving/changes";
import { documentUrl, optionLink } from "../../src/luci/provider/documents";
import { presets } from "../../src/luci/provider/presets";
import { version } from "../../src/sso_login/base/version";
import { repositoryRoot } from "../box/locations";

const documents = join(repositoryRoot, "docs");

test("a link leads to the document of this version, and there is none to a placeholder", () => {
  const folder = "https://docs.example/sso-login";
  const url = `${folder}/v${version}/docs/configuration.md#scope`;
  assert.equal(documentUrl("configuration.md#scope", folder), url);
  assert.equal(optionLink("scope", folder), `<a href="${url}" target="_blank" rel="noreferrer"><code>scope</code></a>`);
  assert.equal(documentUrl("configuration.md"), undefined);
  assert.equal(optionLink("scope"), "<code>scope</code>");
});

test("each option has a place in the documents, and each provider a page", () => {
  const configuration = readFileSync(join(documents, "configuration.md"), "utf8");
  for (const { name } of plainOptions("default")) {
    assert.ok(configuration.includes(`| <a id="${name}"></a>\`${name}\` |`), name);
  }
  for (const { id } of presets) {
    assert.ok(existsSync(join(documents, `providers/${id}.md`)), id);
  }
});
