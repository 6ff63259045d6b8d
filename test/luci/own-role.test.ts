/** The rights that a save takes from the user who saves. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EditedRole } from "../../src/luci/saving/changes";
import { othersChanges, ownLosses, providerEnds } from "../../src/luci/saving/own_losses";
import type { SessionAnswer } from "../../src/sso_login/answers/ubus_answers";
import { role, savedSettings, shown } from "./support/settings.ts";

const groups = ["status", "page"].map((name) => ({ name, description: "" }));
const saved = savedSettings({
  roles: [
    role("admin", { email: ["a@x"], group: ["g"], read: ["*"], write: ["*"] }),
    role("family", { read: ["status"] }),
  ],
  access_groups: groups,
});

function session(who: string, role: string, own = false): SessionAnswer {
  return { who, role, own, id: who, provider: "default", from: "192.0.2.1", until: 0 };
}

function edited(change: Partial<EditedRole> | undefined): EditedRole[] {
  return shown(saved).roles.flatMap((each) =>
    each.name !== "admin" ? [each] : change === undefined ? [] : [{ ...each, ...change }],
  );
}

function none(...users: string[]): string {
  return `No rights any more, as their live sessions end or their role gives nothing: ${users.join(", ")}.`;
}

test("one's own role is deleted, renamed or narrowed", () => {
  const ends = "your session ends.";
  const loses = (members: string): string =>
    `Role admin, by which you are logged in, loses ${members}: where you had it by that, ${ends}`;
  const deleted = `Role admin, by which you are logged in, is deleted: ${ends}`;
  const cases: [Partial<EditedRole> | undefined, string[], string[]][] = [
    [{}, ["admin"], []],
    [undefined, [], []],
    [undefined, ["family"], []],
    [undefined, ["admin"], [deleted, "You lose the access groups status, page."]],
    [
      undefined,
      ["admin", "family"],
      [deleted, "You lose the access groups page.", "You can then look and no longer change: status."],
    ],
    [{ name: "boss" }, ["admin"], [`Role admin, by which you are logged in, becomes boss: ${ends}`]],
    [{ email: ["a@x", "b@x"], group: [] }, ["admin"], []],
    [{ email: [] }, ["admin"], [loses("a@x")]],
    [{ access: ["api"] }, ["admin"], [loses("people in a browser")]],
    [{ access: ["api", "web"] }, ["admin"], []],
    [{ provider: ["club"] }, ["admin"], [loses("default")]],
    [{ write: ["page"] }, ["admin"], ["You can then look and no longer change: status."]],
    [{ read: ["*", "!page"], write: ["*", "!page"] }, ["admin"], ["You lose the access groups page."]],
    [{ read: [], write: ["*"] }, ["admin"], []],
  ];
  for (const [change, own, lines] of cases) {
    const sessions = own.length > 0 ? [session("a@x", own.join(), true)] : [];
    assert.deepEqual(ownLosses({ ...saved, sessions }, edited(change)), lines);
  }
});

test("the live sessions of others get other rights", () => {
  const sessions = [
    session("a@x", "admin", true),
    session("b@x", "admin"),
    session("c@x", "admin,family"),
    session("d@x", "family"),
    session("b@x", "admin"),
  ];
  const settings = { ...saved, sessions };
  const more = (...users: string[]): string => `More rights at once, in their live sessions: ${users.join(", ")}.`;
  const fewer = (...users: string[]): string => `Fewer rights at once, in their live sessions: ${users.join(", ")}.`;
  const cases: [Partial<EditedRole> | undefined, string[]][] = [
    [{}, []],
    [{ email: [] }, []],
    [{ read: [] }, []],
    [{ write: ["page"] }, [fewer("b@x", "c@x")]],
    [{ read: ["status"], write: [] }, [fewer("b@x", "c@x")]],
    [{ read: ["status"], write: ["status"] }, [fewer("b@x", "c@x")]],
    [{ name: "boss" }, [none("b@x", "c@x")]],
    [{ read: [], write: [] }, [fewer("c@x"), none("b@x")]],
    [undefined, [none("b@x", "c@x")]],
  ];
  for (const [change, lines] of cases) {
    assert.deepEqual(othersChanges(settings, edited(change)), lines);
  }
  assert.deepEqual(othersChanges({ ...settings, sessions: sessions.slice(0, 1) }, edited(undefined)), []);
  const given = (lists: Partial<EditedRole>): EditedRole[] =>
    shown(saved).roles.map((each) => (each.name === "family" ? { ...each, ...lists } : each));
  assert.deepEqual(othersChanges(settings, given({ read: ["status", "page"] })), [more("d@x")]);
  assert.deepEqual(othersChanges(settings, given({ read: ["page"] })), [more("d@x"), fewer("d@x")]);
});

test("the live sessions of others end with what they have their role by, as far as the page knows it", () => {
  const before = role("r", {
    email: ["A@x", "b@x"],
    group: ["g"],
    sub: ["s"],
    sub_issuer: "https://one",
    client: ["backup"],
    access: ["web", "api"],
  });
  const sessions = [
    session("own@x", "r", true),
    session("a@x", "r"),
    session("c@x", "r"),
    { ...session("p", "r"), from: "backup @ 192.0.2.1", client: "backup" },
    { ...session("backup", "r"), from: "backup @ 192.0.2.1", client: "backup" },
    session("o@x", "other"),
  ];
  const told = (members: string, ...users: string[]): string[] => [
    `Role r loses ${members}: where these users had it by that, their live sessions end: ${users.join(", ")}.`,
  ];
  const cases: [title: string, change: Partial<EditedRole>, told: string[]][] = [
    ["gains", { email: ["A@x", "b@x", "d@x"], group: ["g", "h"] }, []],
    ["the e-mail of nobody who is logged in", { email: ["a@X"] }, []],
    ["an e-mail", { email: ["b@x"] }, told("A@x", "a@x")],
    ["a group, which the page does not see", { group: [] }, told("g", "c@x", "p")],
    ["a subject, which the page does not see", { sub: [] }, told("s", "c@x", "p")],
    ["the issuer of its subjects", { sub_issuer: "https://two" }, told("s", "c@x", "p")],
    ["a program", { client: [] }, told("backup", "backup")],
    ["an e-mail and a group", { email: [], group: [] }, told("A@x, g", "a@x", "c@x", "p")],
    ["its provider", { provider: ["club"] }, told("default", "a@x", "c@x", "p", "backup")],
    ["nothing by another provider", { provider: ["club", "default"] }, []],
    ["people", { access: ["api"] }, told("people in a browser", "a@x", "c@x")],
    ["programs", { access: [] }, told("programs with a token", "p", "backup")],
  ];
  const settings = savedSettings({ roles: [before, role("other")], sessions });
  for (const [title, change, lines] of cases) {
    const roles = shown(settings).roles.map((one) => (one.name === "r" ? { ...one, ...change } : one));
    assert.deepEqual(othersChanges(settings, roles), lines, title);
  }
});

test("the live sessions of others end with one of their roles, also where another gives the same", () => {
  const roles = [role("r", { read: ["*"] }), role("s", { read: ["*"] })];
  const settings = savedSettings({ roles, access_groups: groups, sessions: [session("a@x", "r,s")] });
  const kept = shown(settings).roles.slice(0, 1);
  assert.deepEqual(othersChanges(settings, kept), [none("a@x")]);
});

test("a role without providers counts at that of its subjects, and loses none when it loses a group", () => {
  const subjects = role("s", { sub: ["1"], sub_issuer: "https://club.example", group: ["g"] });
  const settings = savedSettings({ roles: [subjects], sessions: [{ ...session("a@x", "s"), provider: "club" }] });
  const after = (change: Partial<EditedRole>): EditedRole[] =>
    shown(settings).roles.map((one) => ({ ...one, ...change }));
  assert.match(othersChanges(settings, after({ group: [] }))[0] ?? "", /^Role s loses g: /);
  assert.match(othersChanges(settings, after({ provider: ["default"] }))[0] ?? "", /^Role s loses club: /);
});

test("a user whom the page knows by the subject loses nothing while the role lists it with the issuer of the session's provider", () => {
  const before = role("s", { sub: ["1", "2"], sub_issuer: "https://club.example", group: ["g"] });
  const settings = savedSettings({
    values: { issuer_url: "https://home.example" },
    providers: [{ name: "club", values: { issuer_url: "https://club.example" }, client_secret_set: true }],
    roles: [before],
    sessions: [
      { ...session("1", "s"), provider: "club" },
      { ...session("2", "s"), provider: "default" },
    ],
  });
  const after = (change: Partial<EditedRole>): string[] =>
    othersChanges(
      settings,
      shown(settings).roles.map((one) => ({ ...one, ...change })),
    );
  const told = (members: string, users: string): string[] => [
    `Role s loses ${members}: where these users had it by that, their live sessions end: ${users}.`,
  ];
  assert.deepEqual(after({ group: [] }), told("g", "2"));
  assert.deepEqual(after({ group: [], sub: ["2"] }), told("g, 1", "1, 2"));
  assert.deepEqual(after({ group: [], sub_issuer: "https://home.example" }), told("g, 1, 2", "1"));
});

test("the live sessions of a provider end with its issuer, its client and its switch", () => {
  const values = { enabled: "1", issuer_url: "https://i", client_id: "c", scope: "openid" };
  const club = { name: "club", values, client_secret_set: true };
  const sessions = [session("a@x", "r", true), session("b@x", "r"), { ...session("c@x", "r"), provider: "club" }];
  const settings = savedSettings({ values, providers: [club], roles: [role("r")], sessions });
  const own = ["Your session ends, as your provider is another one or off."];
  const others = (who: string): string[] => [
    `All sessions of a provider end with its issuer, its client ID or when it is turned off: ${who}.`,
  ];
  const page = shown(settings);
  for (const change of [{ enabled: "0" }, { issuer_url: "https://j" }, { client_id: "d" }]) {
    const changed = { ...page, values: { ...values, ...change } };
    assert.deepEqual(providerEnds(settings, changed), { own, others: others("b@x") });
    const further = { ...page, providers: page.providers.map((one) => ({ ...one, values: { ...values, ...change } })) };
    assert.deepEqual(providerEnds(settings, further), { own: [], others: others("c@x") });
  }
  const none = { own: [], others: [] };
  assert.deepEqual(providerEnds(settings, { ...page, values: { ...values, scope: "openid email" } }), none);
  assert.deepEqual(providerEnds(settings, { ...page, providers: [] }).others, others("c@x"));
  const renamed = { ...page, providers: page.providers.map((one) => ({ ...one, name: "guild" })) };
  assert.deepEqual(providerEnds(settings, renamed).others, others("c@x"));
});
