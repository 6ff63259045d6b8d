/** From saved settings and the page to calls of `uci`: exactly those, in an order that works. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  checkRequest,
  uciCalls,
  type EditedRole,
  type EditedSettings,
  type Role,
  type SavedSettings,
  type UciCall,
} from "../../src/luci/changes";
import { option_rules } from "../../src/sso_login/settings/options";

function role(name: string, lists: Partial<Role> = {}): Role {
  return { name, email: [], group: [], sub: [], read: [], write: [], ...lists };
}

const values = {
  enabled: "1",
  issuer_url: "https://idp.example.org",
  client_id: "router",
  redirect_uri: "https://router.example.org/cgi-bin/sso-login/callback",
  scope: "openid profile email",
  clock_tolerance: "60",
};

function savedSettings(changes: Partial<SavedSettings> = {}): SavedSettings {
  return {
    values,
    client_secret_set: true,
    roles: [role("admin", { email: ["alice@example.org"], read: ["*"], write: ["*"] }), role("viewer"), role("guest")],
    access_groups: [],
    logins: ["root"],
    version: "0",
    ...changes,
  };
}

/** The page before anything is edited. */
function shown(saved: SavedSettings): EditedSettings {
  return {
    values: { ...saved.values },
    clientSecret: "",
    removeClientSecret: false,
    roles: saved.roles.map((saved): EditedRole => ({ ...saved, savedName: saved.name })),
  };
}

/** The calls after an edit of what is saved. */
function callsOf(edit: (edited: EditedSettings) => void, saved: SavedSettings = savedSettings()): UciCall[] {
  const edited = shown(saved);
  edit(edited);
  return uciCalls(saved, edited);
}

function roleOf(edited: EditedSettings, name: string): EditedRole {
  const found = edited.roles.find((role) => role.name === name);
  assert.ok(found, "no such role");
  return found;
}

describe("options", () => {
  test("without a change there is no call", () => {
    assert.deepEqual(
      callsOf(() => undefined),
      [],
    );
  });

  test("one changed option is set, and no other is sent", () => {
    assert.deepEqual(
      callsOf(({ values }) => (values["scope"] = "openid groups")),
      [{ method: "set", section: "default", values: { scope: "openid groups" } }],
    );
  });

  test("an emptied option is deleted", () => {
    assert.deepEqual(
      callsOf(({ values }) => (values["client_id"] = "")),
      [{ method: "delete", section: "default", options: ["client_id"] }],
    );
  });

  test("an absent option and one with its default are the same", () => {
    const defaults = Object.fromEntries(option_rules.map(({ name, fallback }) => [name, fallback ?? ""]));
    const same = { ...defaults, ...values };
    assert.deepEqual(
      callsOf((edited) => (edited.values = same)),
      [],
    );
    assert.deepEqual(
      callsOf(({ values }) => (values["clock_tolerance"] = "")),
      [],
    );
  });

  test("every option is among those that can be set", () => {
    for (const { name } of option_rules.filter(({ name }) => name !== "client_secret")) {
      const calls = callsOf(({ values }) => (values[name] = "something else"));
      assert.deepEqual(calls, [{ method: "set", section: "default", values: { [name]: "something else" } }]);
    }
  });

  test("a missing section is made first", () => {
    const saved = savedSettings({ values: {}, client_secret_set: false, roles: [] });
    assert.deepEqual(
      callsOf(({ values }) => (values["client_id"] = "router"), saved),
      [
        { method: "add", type: "oidc", name: "default", values: {} },
        { method: "set", section: "default", values: { client_id: "router" } },
      ],
    );
  });

  test("switching off is said explicitly", () => {
    assert.deepEqual(
      callsOf(({ values }) => (values["enabled"] = "0")),
      [{ method: "set", section: "default", values: { enabled: "0" } }],
    );
  });
});

describe("the secret", () => {
  test("is not sent when nothing was typed", () => {
    const calls = callsOf((edited) => {
      edited.values["client_id"] = "other";
      // Even if an answer of the service held one.
      edited.values["client_secret"] = "leaked";
    });
    assert.deepEqual(calls, [{ method: "set", section: "default", values: { client_id: "other" } }]);
  });

  test("is replaced by what is typed, blanks and all", () => {
    assert.deepEqual(
      callsOf((edited) => (edited.clientSecret = " s3cret ")),
      [{ method: "set", section: "default", values: { client_secret: " s3cret " } }],
    );
  });

  test("is removed on demand, when there is one", () => {
    assert.deepEqual(
      callsOf((edited) => (edited.removeClientSecret = true)),
      [{ method: "delete", section: "default", options: ["client_secret"] }],
    );
    assert.deepEqual(
      callsOf((edited) => (edited.removeClientSecret = true), savedSettings({ client_secret_set: false })),
      [],
    );
  });

  test("goes into a check only when it was typed", () => {
    const edited = shown(savedSettings());
    edited.values["client_secret"] = "leaked";
    assert.equal("client_secret" in checkRequest(edited).values, false);
    edited.clientSecret = "typed";
    assert.equal(checkRequest(edited).values["client_secret"], "typed");
  });
});

describe("roles", () => {
  test("a changed list is set as a whole, an emptied one deleted", () => {
    const calls = callsOf((edited) => {
      roleOf(edited, "admin").email = ["alice@example.org", "bob@example.org"];
      roleOf(edited, "admin").write = [];
    });
    assert.deepEqual(calls, [
      { method: "set", section: "admin", values: { email: ["alice@example.org", "bob@example.org"] } },
      { method: "delete", section: "admin", options: ["write"] },
    ]);
  });

  test("the order of a list counts", () => {
    const saved = savedSettings({ roles: [role("a", { read: ["x", "y"] })] });
    assert.deepEqual(
      callsOf((edited) => (roleOf(edited, "a").read = ["y", "x"]), saved),
      [{ method: "set", section: "a", values: { read: ["y", "x"] } }],
    );
  });

  test("a new role is added with what it has", () => {
    assert.deepEqual(
      callsOf(({ roles }) => roles.push(role("operator", { group: ["ops"], read: ["luci-base"] }))),
      [{ method: "add", type: "role", name: "operator", values: { group: ["ops"], read: ["luci-base"] } }],
    );
  });

  test("a removed role is deleted", () => {
    assert.deepEqual(
      callsOf((edited) => (edited.roles = edited.roles.filter(({ name }) => name !== "viewer"))),
      [{ method: "delete", section: "viewer" }],
    );
  });

  test("a renamed role keeps its place, and its lists go to the new name", () => {
    const calls = callsOf((edited) => {
      const admin = roleOf(edited, "admin");
      admin.name = "chief";
      admin.group = ["chiefs"];
    });
    assert.deepEqual(calls, [
      { method: "rename", section: "admin", name: "chief" },
      { method: "set", section: "chief", values: { group: ["chiefs"] } },
    ]);
  });

  test("a name that becomes free is given only then", () => {
    const calls = callsOf((edited) => {
      roleOf(edited, "viewer").name = "spectator";
      roleOf(edited, "admin").name = "viewer";
    });
    assert.deepEqual(calls, [
      { method: "rename", section: "viewer", name: "spectator" },
      { method: "rename", section: "admin", name: "viewer" },
    ]);
  });

  test("names of a removed role and of a new one may be the same", () => {
    const calls = callsOf((edited) => {
      edited.roles = edited.roles.filter(({ name }) => name !== "guest");
      edited.roles.push(role("guest", { email: ["eve@example.org"] }));
    });
    assert.deepEqual(calls, [
      { method: "delete", section: "guest" },
      { method: "add", type: "role", name: "guest", values: { email: ["eve@example.org"] } },
    ]);
  });

  test("three roles may change their names in a circle", () => {
    const calls = callsOf((edited) => {
      const [admin, viewer, guest] = edited.roles as [EditedRole, EditedRole, EditedRole];
      admin.name = "viewer";
      viewer.name = "guest";
      guest.name = "admin";
    });
    assert.deepEqual(calls, [
      { method: "rename", section: "admin", name: "renamed_1" },
      { method: "rename", section: "guest", name: "admin" },
      { method: "rename", section: "viewer", name: "guest" },
      { method: "rename", section: "renamed_1", name: "viewer" },
    ]);
  });

  test("all permutations of four names end as they should, and never meet a taken name", () => {
    const names = ["a", "b", "c", "d"];
    const permutations = (rest: string[]): string[][] =>
      rest.length === 0
        ? [[]]
        : rest.flatMap((one) => permutations(rest.filter((x) => x !== one)).map((p) => [one, ...p]));
    const saved = savedSettings({ roles: names.map((name) => role(name, { email: [`${name}@example.org`] })) });
    for (const order of permutations(names)) {
      const sections = new Map(names.map((name) => [name, `${name}@example.org`]));
      const calls = callsOf((edited) => edited.roles.forEach((one, index) => (one.name = order[index] ?? "")), saved);
      for (const call of calls) {
        assert.ok(call.method === "rename" && !sections.has(call.name), JSON.stringify(call));
        sections.set(call.name, sections.get(call.section) ?? "");
        sections.delete(call.section);
      }
      assert.deepEqual(
        order.map((name) => sections.get(name)),
        names.map((name) => `${name}@example.org`),
      );
    }
  });
});

describe("a check", () => {
  test("is asked about everything that the page shows, and about no empty value", () => {
    const edited = shown(savedSettings());
    edited.values["ca_file"] = "";
    edited.values["enabled"] = "0";
    edited.roles.push(role("new", { read: ["luci-base"] }));
    const request = checkRequest(edited);
    assert.deepEqual(request.values, { ...values, enabled: "0" });
    assert.deepEqual(
      request.roles.map(({ name }) => name),
      ["admin", "viewer", "guest", "new"],
    );
    assert.deepEqual(Object.keys(request.roles[0] ?? {}), ["name", "email", "group", "sub", "read", "write"]);
  });
});
