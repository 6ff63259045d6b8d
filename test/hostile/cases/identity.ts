/** Who somebody is: e-mail, groups and UserInfo, where they are not what they seem (facts about providers, part D). */
import assert from "node:assert/strict";
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, claims, fields, from, type Case } from "../case.ts";

type Row = Omit<Case, "source">;
const stranger = { user: "mallory", end: "USER_NOT_AUTHORIZED" } as const;
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

const strangeEmails: unknown[] = [
  ...["alice@example.org.evil", "xalice@example.org", "alice@example.or", "alice@example.org\0", "alice@example.org\n"],
  ...[
    " alice@example.org",
    "alice@example.org,mallory@example.org",
    "\u0430lice@example.org",
    "alice@ex\u0430mple.org",
  ],
  ...["alice+x@example.org", "*", "", "al\u0131ce@example.org", "<alice@example.org>", "alice@example.org%00"],
  ...[["alice@example.org"], { email: "alice@example.org" }, true, 5],
];

const emails: Row[] = [
  ...strangeEmails.map((email): Row => ({
    ...stranger,
    does: `has the e-mail ${shown(email)}`,
    setUp: claims({ email }),
  })),
  { does: "writes the e-mail in capitals", end: "login", setUp: claims({ email: "ALICE@Example.ORG", groups: [] }) },
  ...[false, "false", "FALSE", 0, "no", "", null, []].map((verified): Row => ({
    does: `has email_verified ${shown(verified)}`,
    end: "USER_NOT_AUTHORIZED",
    setUp: claims({ email_verified: verified, groups: ["staff"] }),
    line: /allow_unverified_email/,
  })),
  { does: "leaves out email_verified", end: "login", setUp: claims({ email_verified: undefined, groups: [] }) },
  {
    does: "has an unverified e-mail, which is allowed",
    end: "login",
    options: { allow_unverified_email: "1" },
    setUp: claims({ email_verified: false, groups: [] }),
  },
  { does: "has an unverified e-mail and a good group", end: "login", setUp: claims({ email_verified: false }) },
];

const strangeGroups: unknown[] = [
  ...[
    ["router-admin"],
    ["Router-Admins"],
    ["router-admins "],
    ["/router-admins"],
    ["router-admins\0"],
    [["router-admins"]],
  ],
  ...["router-admins,staff", '["router-admins"]', "router", "*", ""],
  ...[{ "router-admins": true }, [{ name: "router-admins" }], [true, 5], 5, true, []],
];

const groups: Row[] = [
  ...strangeGroups.map((value): Row => ({
    ...stranger,
    does: `has the groups ${shown(value)}`,
    setUp: claims({ groups: value }),
  })),
  ...["router-admins", [5, null, "router-admins", {}], ["staff", "router-admins", "router-admins"]].map(
    (value): Row => ({
      does: `has the groups ${shown(value)}`,
      user: "mallory",
      end: "login",
      setUp: claims({ groups: value }),
    }),
  ),
  {
    ...stranger,
    does: "names groups by a path of claims",
    setUp: claims({ "groups.0": "router-admins", roles: ["router-admins"] }),
  },
];

/** Values of a claim that option `groups_claim` names, none of which is the administrators' group. */
const deep = Array.from({ length: 20 }, () => '{"a":').join("") + "1" + "}".repeat(20);
const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`group-${String(number)}`, number]));
const strangeRoles: unknown[] = [
  ...[7, true, "", "router-admins ", [], {}, [["router-admins"]], [{ "router-admins": 1 }], { a: "router-admins" }],
  ...[{ "router-admins": false }, { "router-admins": null }, { "router-admins\0": 1 }, { a: { "router-admins": 1 } }],
  ...[{ "Router-Admins": 1 }, JSON.parse(deep) as unknown, { 1: "router-admins" }],
];

const named: Row[] = [
  {
    ...stranger,
    does: "has 10 000 roles in UserInfo, which groups_claim names",
    options: { groups_claim: ["roles"] },
    setUp: fields("userinfo", { roles: many }),
    line: / groups=10000 /,
  },
  ...strangeRoles.map((value): Row => ({
    ...stranger,
    does: `has roles ${shown(value)}, which groups_claim names`,
    options: { groups_claim: ["roles"] },
    setUp: claims({ roles: value }),
  })),
  ...[{ realm: "roles" }, { realm: [{ roles: ["router-admins"] }] }, { realm: { "roles\0": ["router-admins"] } }].map(
    (values): Row => ({
      ...stranger,
      does: `has claims ${shown(values)}, where the path realm.roles leads nowhere`,
      options: { groups_claim: ["realm.roles", "realm.0.roles", "."] },
      setUp: claims(values),
    }),
  ),
  {
    ...stranger,
    does: "has its administrators in groups, which groups_claim does not name",
    options: { groups_claim: ["roles"] },
    setUp: claims({ groups: ["router-admins"] }),
  },
  {
    ...stranger,
    does: "has somebody's address in email, which email_claim does not name",
    options: { email_claim: "upn" },
    setUp: claims({ email: "alice@example.org" }),
  },
  {
    ...stranger,
    does: "has somebody's address under email_claim and says that it is not verified",
    options: { email_claim: "upn" },
    setUp: claims({ upn: "alice@example.org", email_verified: false }),
    line: /allow_unverified_email/,
  },
];

/** An ID Token with neither e-mail nor groups: all depends on UserInfo. */
const bare = claims({ email: undefined, email_verified: undefined, groups: undefined });
const told = (values: Record<string, unknown>): Row["setUp"] => all(bare, fields("userinfo", values));

const userInfo: Row[] = [
  { does: "tells everything in UserInfo alone", end: "login", setUp: bare },
  ...[undefined, "", null, "sub-mallory", "SUB-ALICE", "sub-alice\0", "sub-alice ", 5, ["sub-alice"], { sub: 1 }].map(
    (sub): Row => ({
      does: `tells UserInfo's sub as ${sub === undefined ? "left out" : shown(sub)}`,
      end: "ID_TOKEN_VERIFICATION_FAILED",
      setUp: told({ sub }),
    }),
  ),
  {
    ...stranger,
    does: "tells other groups in UserInfo than in the ID Token",
    setUp: all(claims({ email: undefined }), fields("userinfo", { groups: ["router-admins"] })),
  },
  {
    does: "tells another e-mail in UserInfo than in the ID Token",
    user: "mallory",
    end: "USER_NOT_AUTHORIZED",
    setUp: all(claims({ groups: undefined }), fields("userinfo", { email: "alice@example.org", groups: undefined })),
  },
  {
    does: "tells an unverified e-mail in UserInfo and a verified mark in the ID Token",
    end: "USER_NOT_AUTHORIZED",
    setUp: all(
      claims({ email: undefined, email_verified: true, groups: [] }),
      fields("userinfo", { email_verified: false }),
    ),
  },
  {
    does: "tells groups of a second chance with another sub",
    user: "mallory",
    end: "USER_NOT_AUTHORIZED",
    setUp: all(claims({ groups: undefined }), fields("userinfo", { sub: "sub-alice", groups: ["router-admins"] })),
  },
  {
    does: "tells sub twice, its own last",
    end: "login",
    setUp: all(
      bare,
      behaves("userinfo", answer(200, "application/json", '{"sub":"x","sub":"sub-alice","email":"alice@example.org"}')),
    ),
  },
  ...["[]", '"alice"', "null", "", "{", '{"sub":"sub-alice"}{}', "sub=sub-alice"].map((body): Row => ({
    does: `tells UserInfo as ${body === "" ? "nothing" : body}`,
    end: "USERINFO_NETWORK_ERROR",
    setUp: all(bare, behaves("userinfo", answer(200, "application/json", body))),
  })),
  {
    does: "has no UserInfo endpoint",
    end: "login",
    setUp: all(claims({ email: undefined }), fields("discovery", { userinfo_endpoint: undefined })),
    after: async ({ scene }) => {
      const [session] = await scene.ssoSessions();
      assert.equal(session?.values["sso_email"], "");
    },
  },
];

export const identityCases: readonly Case[] = [
  ...from("part D, identity, e-mail", emails),
  ...from("part D, identity, groups", groups),
  ...from("part D, identity, claims of options", named),
  ...from("part D, UserInfo", userInfo),
];
