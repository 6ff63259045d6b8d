/** Entries of the log in words. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import type { Entry } from "../../src/sso_login/answers/login_history";
import { eventText } from "../../src/luci/people/event_text";
import type { Finding } from "../../src/sso_login/check/report";

function finding(id: string, params: Finding["params"] = {}): Finding {
  return { id, level: "error", params, text: "", advice: "" };
}

const cases: [text: string, facts: string, entry: Partial<Entry>][] = [
  ["Logged in with role admin", "", { code: "LOGIN_GRANTED", role: "admin", why: "acr=1" }],
  [
    "Changed network, wireless, +2: network.lan.mtu",
    "",
    { code: "CHANGED", packages: "network,wireless,+2", options: "network.lan.mtu" },
  ],
  [
    "Changed sso-login: Client ID (client_id), Issuer (club.issuer_url), visitors, +3; Role admins: Groups, May read; Role kids: Groups",
    "",
    {
      code: "CHANGED",
      packages: "sso-login",
      options:
        "sso-login.default.client_id,sso-login.club.issuer_url,sso-login.admins,sso-login.admins.group," +
        "sso-login.admins.read,sso-login.kids.group,sso-login.visitors,+3",
    },
  ],
  ["Not confirmed in time, and taken back: network", "", { code: "CHANGE_UNCONFIRMED", packages: "network" }],
  ["Test login", "outcome=IDP_ERROR", { code: "TEST_LOGIN", why: "outcome=IDP_ERROR" }],
  ["Test login: would be granted", "", { code: "TEST_LOGIN", why: "outcome=granted" }],
  [
    "The provider says no to this login: access_denied",
    "IDP_ERROR error=access_denied",
    { code: "IDP_ERROR", why: "error=access_denied", finding: finding("login_denied", { words: "access_denied" }) },
  ],
  [
    "The clocks of the router and the login provider differ",
    "AUTHENTICATION_TOO_OLD",
    { code: "AUTHENTICATION_TOO_OLD", finding: finding("login_clock") },
  ],
  ["This login is no longer valid", "STATE_NOT_FOUND", { code: "STATE_NOT_FOUND" }],
  ["RATE_LIMITED", "RATE_LIMITED", { code: "RATE_LIMITED", finding: finding("login_failed") }],
  ["Logged out", "", { code: "LOGOUT" }],
  ["Session ended by bo@example.org", "", { code: "LOGOUT", by: "administrator", actor: "bo@example.org" }],
  ["Session ended: the user has the role no longer", "", { code: "LOGOUT", by: "roles" }],
  [
    "Passwords turned off, on trial (on this page)",
    "state=trial",
    { code: "PASSWORD_LOGIN", by: "session", why: "state=trial" },
  ],
  [
    "Passwords turned on again (nobody confirmed the trial)",
    "state=on",
    { code: "PASSWORD_LOGIN", by: "trial", why: "state=on" },
  ],
  ["Registered this router at the provider", "", { code: "REGISTERED" }],
];

/** The sources that write PASSWORD_LOGIN. */
const writers = [
  "src/sso_login/passwords/password_events.ts",
  "src/sso_login/passwords/password_changes.ts",
  "src/sso_login/answers/password_method.ts",
  "src/sso_login/entry_points/commands/password_command.ts",
  "src/sso_login/entry_points/cli.ts",
  "openwrt-feed/sso-login/files/sso-login.init",
  "openwrt-feed/sso-login/files/password-guard.sh",
];

test("each cause of a change of passwords that the service writes has words", () => {
  const text = writers.map((path) => readFileSync(join(repositoryRoot, path), "utf8")).join("\n");
  const written = [...text.matchAll(/\["by", "(\w+)"\]|\bhappening\("\w+", "(\w+)"|\bby="?(?:\$\{by:-)?(\w+)/g)].map(
    ([, one, found, other]) => one ?? found ?? other ?? "",
  );
  assert.ok(written.length > 8, written.join());
  for (const by of written) {
    const entry = { time: 0, who: "", from: "", reference: "", role: "", code: "PASSWORD_LOGIN", by, why: "state=on" };
    assert.match(eventText(entry).text, /^Passwords turned on again \(.+\)$/, by);
  }
});

describe("an entry of the log", () => {
  for (const [text, facts, entry] of cases) {
    test(`reads: ${text}`, () => {
      const blank = { time: 0, code: "", who: "", from: "", reference: "", role: "", why: "" };
      assert.deepEqual(eventText({ ...blank, ...entry }), { text, facts });
    });
  }
});
