/** The choices and the help of the form's fields. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { fields } from "../../src/luci/provider/fields";
import { valueProblem } from "../../src/luci/saving/validation";

describe("fields", () => {
  test("offer what the service takes", () => {
    const offered = fields().flatMap(({ option, kind, choices }): [string, string][] => {
      const values = kind === "flag" ? ["0", "1"] : (choices ?? []).map(([value]) => value);
      return values.map((value) => [option, value]);
    });
    assert.ok(offered.length >= 11, offered.join(" "));
    for (const [option, value] of offered) {
      assert.equal(valueProblem(option, value, true), undefined, `${option} ${value}`);
    }
  });

  test("say the bounds of the service's rule", () => {
    const limit = fields().find(({ option }) => option === "http_timeout");
    assert.equal(limit?.help, "Seconds for one call to the provider, from 1 to 20.");
    assert.ok(
      fields().every(({ help }) => !/%\{|undefined/.test(help)),
      "a place without a bound",
    );
  });
});

/** Words that people know who know OAuth, in the languages of the page. */
const technical = ["Scopes?", "Claims?", "at_hash", "Subjects?", "Access groups?", "Patterns?"]
  .concat(["Zugriffsgruppen?", "Muster", "Sujets?", "Portées?", "Revendications?", "Groupes? d.accès", "Motifs?"])
  .join("|");

for (const language of ["de", "fr"]) {
  test(`no sentence begins with a technical word, in English nor in ${language}`, () => {
    const file = join(repositoryRoot, `openwrt-feed/luci-app-sso-login/po/${language}/sso-login.po`);
    const texts = [...readFileSync(file, "utf8").matchAll(/^msg(?:id|str) "(.+)"$/gm)].map(([, text]) => text ?? "");
    assert.ok(texts.length > 1000, "the catalogue is read");
    const begins = new RegExp(`(?:^|[.?!] )(?:${technical})(?![\\w'])`, "i");
    assert.deepEqual(
      texts.filter((text) => begins.test(text)),
      [],
    );
  });
}
