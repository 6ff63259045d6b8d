/** The words of the page about passwords. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  againLines,
  armingLines,
  faultsText,
  clockOf,
  freshLoginUrl,
  refusalText,
  sessionsText,
  warningsOf,
  wayBackText,
} from "../../src/luci/people/passwords";
import { visible, visibleTexts } from "../../src/luci/kit/visible";
import type { EditedRole, EditedSettings } from "../../src/luci/saving/changes";
import type { PasswordLoginAnswer, ProviderAnswer, ToldState } from "../../src/sso_login/answers/ubus_answers";
import { role, savedSettings, shown } from "./support/settings.ts";

const root = { who: "root", until: 1, program: false, ends: true };
const answer: PasswordLoginAnswer = {
  state: "on",
  seconds_left: 0,
  way_back: "key",
  root_without_password: false,
  single_administrator: false,
  faults: [],
  password_sessions: [root, { ...root, program: true }, { ...root, who: "monitor", program: true, ends: false }],
};

const further = (name: string, enabled: string): ProviderAnswer => ({
  name,
  client_secret_set: true,
  values: { enabled, redirect_uri: `https://${name}/cgi-bin/sso-login/callback/${name}` },
});

describe("the words about passwords", () => {
  test("warn of a missing way back and of a single administrator", () => {
    assert.deepEqual(warningsOf(answer), []);
    assert.deepEqual(warningsOf({ ...answer, way_back: "password" }), []);
    assert.match(warningsOf({ ...answer, way_back: "none" }).join(), /only failsafe mode will help/);
    assert.match(warningsOf({ ...answer, single_administrator: true }).join(), /A single account/);
    assert.match(warningsOf({ ...answer, unlisted_proxy: "127.0.0.1" }).join(), /^Logins come from 127\.0\.0\.1,/);
  });

  test("name the faults for which nobody could administer", () => {
    assert.equal(faultsText(answer), "");
    const faults = [{ id: "role_lists_nobody", params: { role: "admin" } }, { id: "no_role" }, { id: "later" }];
    const sentence =
      "Nobody could administer this router without a password: role admin lists nobody, there is no role, later.";
    assert.equal(faultsText({ faults }), sentence);
  });

  test("name the way back that there is", () => {
    const words = (["key", "password", "none"] as const).map(wayBackText);
    assert.match(words.join("\n"), /root's key.*\n.*root's password.*\n.*failsafe mode/);
  });

  test("say which sessions end, and which stay", () => {
    assert.equal(sessionsText(answer, true), "These sessions end: root (2). These sessions stay: monitor (1).");
    assert.equal(sessionsText(answer, false), "These sessions stay: monitor (1), root (2).");
    assert.equal(sessionsText({ ...answer, password_sessions: [] }, true), "");
    const lines = armingLines({ ...answer, way_back: "none" }, true);
    assert.equal(lines.length, 4);
  });

  test("have an answer to every refusal", () => {
    const known = ["disabled", "config_wrong", "rpcd_unreadable", "no_passwords", "not_sso", "not_everything"] as const;
    const words = [...known, "same_login" as const].map(refusalText);
    assert.equal(new Set(words).size, words.length);
    assert.equal(words.filter((text) => text.includes("refuses")).length, 0);
    assert.equal(refusalText("state"), "The router refuses: state.");
  });

  test("show the time left in minutes and seconds", () => {
    assert.deepEqual([600, 60.2, 9, 0, -3].map(clockOf), ["10:00", "1:01", "0:09", "0:00", "0:00"]);
  });

  const roles = [role("admin", { write: ["*"] }), role("viewer"), role("guest"), role("helper", { write: ["a"] })];
  /** Whether a save with this edit asks, while passwords are in a state. */
  const asks = (edit: (edited: EditedSettings) => Partial<EditedSettings>, state: ToldState = "off"): boolean => {
    const plain = savedSettings({ roles, providers: [further("office", "1")] });
    const saved = { ...plain, password_login: { ...plain.password_login, state } };
    const edited = shown(saved);
    return againLines(saved, { ...edited, ...edit(edited) }).length > 0;
  };

  test("ask before a save that puts passwords on trial again", () => {
    const option = (name: string) => (edited: EditedSettings) => ({ values: { ...edited.values, [name]: "x" } });
    const scope = option("scope");
    assert.deepEqual([asks(scope), asks(scope, "trial"), asks(scope, "on")], [true, true, false]);
    const changed = (name: string, lists: Partial<EditedRole>) => (edited: EditedSettings) => ({
      roles: edited.roles.map((one) => (one.name === name ? { ...one, ...lists } : one)),
    });
    const added = (lists: Partial<EditedRole>) => (edited: EditedSettings) => ({
      roles: [...edited.roles, role("added", lists)],
    });
    const without = (name: string) => (edited: EditedSettings) => ({
      roles: edited.roles.filter((one) => one.name !== name),
    });
    const asking = [
      (edited: EditedSettings) => ({ providers: [...edited.providers, { name: "home", values: {} }] }),
      () => ({ providers: [] }),
      added({ write: ["a"] }),
      changed("viewer", { write: ["a"] }),
      changed("admin", { email: ["a@b"] }),
      changed("admin", { write: [] }),
      without("admin"),
    ];
    for (const [at, edit] of asking.entries()) {
      assert.equal(asks(edit), true, String(at));
    }
    const silent = [
      () => ({}),
      option("button_label"),
      added({ email: ["a@b"] }),
      changed("viewer", { email: ["a@b"] }),
    ];
    for (const [at, edit] of [...silent, without("viewer")].entries()) {
      assert.equal(asks(edit), false, String(at));
    }
  });

  test("ask nothing where roles that change nothing are renamed, edited and moved in one save", () => {
    const asksOf = (edit: (all: EditedRole[]) => EditedRole[]): boolean => asks((all) => ({ roles: edit(all.roles) }));
    const renamed = (names: Record<string, string>, all: EditedRole[]): EditedRole[] =>
      all.map((one) => ({ ...one, name: names[one.name] ?? one.name, email: names[one.name] ? ["a@b"] : one.email }));
    const inOrder = (names: string[], all: EditedRole[]): EditedRole[] =>
      names.flatMap((name) => all.find((one) => one.name === name) ?? []);
    const silent = [
      asksOf((all) => renamed({ viewer: "reader" }, all)),
      asksOf((all) => renamed({ viewer: "guest", guest: "viewer" }, all)),
      asksOf((all) => inOrder(["guest", "admin", "helper", "viewer"], all)),
      asksOf((all) => inOrder(["guest", "admin", "reader", "helper"], renamed({ viewer: "reader" }, all))),
    ];
    assert.deepEqual(silent, [false, false, false, false]);
    const asking = [
      asksOf((all) => renamed({ helper: "other" }, all)),
      asksOf((all) => renamed({ helper: "viewer", viewer: "helper" }, all)),
      asksOf((all) => inOrder(["helper", "viewer", "guest", "admin"], all)),
      asksOf((all) => all.map((one) => (one.name === "guest" ? { ...one, name: "other", write: ["a"] } : one))),
    ];
    assert.deepEqual(asking, [true, true, true, true]);
  });

  test("lead to a login at the origin that the provider knows, and back", () => {
    const page = "/cgi-bin/luci/admin/services/sso-login";
    const at = "/cgi-bin/sso-login/?prompt=login&return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fservices%2Fsso-login";
    const values = { enabled: "1", redirect_uri: "https://r:8443/cgi-bin/sso-login/callback" };
    const saved = { values, providers: [further("down", "0"), further("office", "1")] };
    assert.equal(freshLoginUrl(saved, page), `https://r:8443${at}`);
    assert.equal(freshLoginUrl(saved, page, "office"), `https://office${at}&provider=office`);
    assert.equal(freshLoginUrl(saved, page, "down"), `https://r:8443${at}`);
    assert.equal(freshLoginUrl({ ...saved, values: { enabled: "0" } }, page), `https://office${at}&provider=office`);
    assert.equal(
      freshLoginUrl({ values: { ...values, redirect_uri: "javascript:alert(1)" }, providers: [] }, page),
      at,
    );
  });
});

test("invisible characters are shown as escapes, at any depth of an answer", () => {
  const odd = "a\u202eb\u0000\u200fc";
  const shown = "a\\u{202e}b\\u{0}\\u{200f}c";
  assert.equal(visible("<b>Jörg 家 👪</b>"), "<b>Jörg 家 👪</b>");
  assert.deepEqual(visibleTexts({ who: odd, until: 1, claims: [{ value: odd }] }), {
    who: shown,
    until: 1,
    claims: [{ value: shown }],
  });
});
