/** What the service says of people, whatever it is, and what a page makes of it. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needsSecret, readHistory, readOutcome, readPreview, readSessions, readTestUrl } from "../../src/luci/people";
import { newRole, withMember } from "../../src/luci/roles";
import { visible } from "../../src/luci/visible";

describe("answers about people", () => {
  test("have sessions, whose wrong members count as absent", () => {
    const nothing = { id: "", who: "", provider: "default", role: "", own: false, from: "", since: undefined };
    const nobody = { ...nothing, until: undefined, latest: undefined };
    const first = {
      id: "i",
      who: "a",
      provider: "spare",
      role: "b",
      own: true,
      from: "::1",
      since: 3,
      until: 1,
      latest: 2,
    };
    const sessions = [first, { who: 7, until: "x", own: "yes" }, null];
    const dates = { since: new Date(3000), until: new Date(1000), latest: new Date(2000) };
    assert.deepEqual(readSessions({ sessions }), [{ ...first, ...dates }, nobody, nobody]);
    assert.deepEqual(readSessions({ sessions: {} }), []);
    assert.deepEqual(readSessions(undefined), []);
  });

  test("show invisible characters as escapes, and pass on a role's member unchanged", () => {
    const odd = "a\u202eb\u0000\u200fc";
    const shown = "a\\u{202e}b\\u{0}\\u{200f}c";
    assert.equal(visible(odd), shown);
    assert.equal(visible("<b>Jörg 家 👪</b>"), "<b>Jörg 家 👪</b>");
    const [entry] = readHistory({ entries: [{ who: odd, why: odd, email: odd, groups: ["g", 7], sub: "s" }] });
    assert.deepEqual([entry?.who, entry?.why], [shown, shown]);
    const members = [["email", odd] as const, ["group", "g"] as const, ["sub", "s"] as const];
    assert.deepEqual(
      entry?.members,
      members.map(([list, member]) => ({ list, member })),
    );
    const outcome = readOutcome({ state: "done", outcome: { claims: [{ name: odd, value: odd }, 7], why: odd } });
    assert.deepEqual(outcome.claims[0], { name: shown, value: shown });
    assert.equal(outcome.why, shown);
  });

  test("have roles with reasons, and an unknown verdict counts as the worst", () => {
    const answer = {
      roles: ["a", "b"],
      because: { a: [{ rule: "sub", claim: "sub", value: "x" }, 7] },
      can: { a: { verdict: "look" }, b: { verdict: "new" } },
    };
    const [first, second] = readPreview(answer);
    assert.deepEqual(first?.because[0], { rule: "sub", claim: "sub", value: "x" });
    assert.deepEqual([first?.verdict, second?.verdict, second?.because], ["look", "everything", []]);
    assert.deepEqual(readPreview({ roles: {} }), []);
  });

  test("that are errors are thrown with their words", () => {
    for (const read of [readHistory, readOutcome, readPreview, readTestUrl]) {
      assert.throws(() => read({ error: "no such session" }), /no such session/);
    }
    assert.throws(() => readTestUrl({ url: "javascript:alert(1)" }), /no address/);
    assert.equal(readOutcome({ state: "other" }).state, "none");
  });
});

describe("a member for a role", () => {
  test("is added once, and a subject with its issuer", () => {
    const role = newRole("a", { read: [], write: [] });
    const once = withMember(role, "email", "x@y", "https://i");
    assert.deepEqual(once && withMember(once, "email", "x@y", "https://i")?.email, ["x@y"]);
    const sub = withMember(role, "sub", "s", "https://i");
    assert.deepEqual([sub?.sub, sub?.sub_issuer], [["s"], "https://i"]);
    assert.equal(sub && withMember(sub, "sub", "t", "https://other"), undefined);
    assert.deepEqual(sub && withMember(sub, "group", "g", "https://other")?.sub_issuer, "https://i");
  });
});

test("a test login wants the secret typed for another provider than the saved one", () => {
  const saved = { values: { issuer_url: "https://i", ca_file: "/c" }, client_secret_set: true, roles: [] };
  const page = { ...saved, access_groups: [], logins: [], pages: [], version: "1" };
  const edited = { values: saved.values, clientSecret: "", removeClientSecret: false, roles: [] };
  assert.equal(needsSecret(edited, page), false);
  const moved = { ...edited, values: { ...saved.values, internal_issuer_url: "https://j" } };
  assert.equal(needsSecret(moved, page), true);
  assert.equal(needsSecret({ ...moved, clientSecret: "typed" }, page), false);
});
