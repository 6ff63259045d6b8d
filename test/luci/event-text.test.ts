/** Entries of the log in words. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Entry } from "../../src/sso_login/entry_points/login_history";
import { eventText } from "../../src/luci/people/event_text";

const cases: Record<string, Partial<Entry>> = {
  "Logged in with role admin": { code: "LOGIN_GRANTED", role: "admin", why: "acr=1" },
  "Changed network, wireless, +2": { code: "CHANGED", packages: "network,wireless,+2", why: "options=network.lan.mtu" },
  "Not confirmed in time, and taken back: network": { code: "CHANGE_UNCONFIRMED", packages: "network" },
  "Test login: error=access_denied": { code: "TEST_LOGIN", why: "error=access_denied" },
  "Test login": { code: "TEST_LOGIN" },
  "IDP_ERROR: error=access_denied": { code: "IDP_ERROR", why: "error=access_denied" },
  STATE_NOT_FOUND: { code: "STATE_NOT_FOUND" },
};

describe("an entry of the log", () => {
  for (const [text, entry] of Object.entries(cases)) {
    test(`reads: ${text}`, () => {
      assert.equal(
        eventText({ time: 0, code: "", who: "", from: "", reference: "", role: "", why: "", ...entry }),
        text,
      );
    });
  }
});
