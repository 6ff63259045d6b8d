/** Misleading e-mail addresses, groups and UserInfo answers. */
import { answer } from "../../box/provider/misbehaviour.ts";
import { all, behaves, cases, claims, each, fields, type Case, type SetUp, type Values } from "../case.ts";
import { compact, unsigned } from "../sign.ts";

const refused = "USER_NOT_AUTHORIZED";
const stranger = { user: "mallory" };
const line = "allow_unverified_email";

const strangeEmails: unknown[] = [
  ...["alice@example.org.evil", "xalice@example.org", "alice@example.or", "alice@example.org\0", "alice@example.org\n"],
  ...[" alice@example.org", "alice@example.org,mallory@example.org", "\u0430lice@example.org"],
  ...["alice@ex\u0430mple.org", "alice+x@example.org", "*", "", "al\u0131ce@example.org", "<alice@example.org>"],
  ...["alice@example.org%00", ["alice@example.org"], { email: "alice@example.org" }, true, 5],
];
const strangeGroups: unknown[] = [
  ...[["router-admin"], ["Router-Admins"], ["router-admins "], ["/router-admins"], ["router-admins\0"]],
  ...[[["router-admins"]], "router-admins,staff", '["router-admins"]', "router", "*", "", { "router-admins": true }],
  ...[[{ name: "router-admins" }], [true, 5], 5, true, []],
];
const goodGroups = ["router-admins", [5, null, "router-admins", {}], ["staff", "router-admins", "router-admins"]];

/** Values of a claim that option `groups_claim` names, none of which is the administrators' group. */
const deep = `${'{"a":'.repeat(20)}1${"}".repeat(20)}`;
const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`group-${String(number)}`, number]));
const strangeRoles: unknown[] = [
  ...[7, true, "", "router-admins ", [], {}, [["router-admins"]], [{ "router-admins": 1 }], { a: "router-admins" }],
  ...[{ "router-admins": false }, { "router-admins": null }, { "router-admins\0": 1 }, { a: { "router-admins": 1 } }],
  ...[{ "Router-Admins": 1 }, JSON.parse(deep) as unknown, { 1: "router-admins" }],
];
const strangePaths = [
  ...[{ realm: "roles" }, { realm: [{ roles: ["router-admins"] }] }, { realm: { "roles\0": ["router-admins"] } }],
];
const subjects = [
  ...[undefined, "", null, "sub-mallory", "SUB-ALICE", "sub-alice\0", "sub-alice ", 5, ["sub-alice"], { sub: 1 }],
];
const noUserInfo = ["[]", '"alice"', "null", "", "{", '{"sub":"sub-alice"}{}', "sub=sub-alice"];

const unverified = (email_verified: unknown, groups: string[] = []): SetUp => claims({ email_verified, groups });
const roles = { ...stranger, options: { groups_claim: ["roles"] } };
const paths = { ...stranger, options: { groups_claim: ["realm.roles", "realm.0.roles", "."] } };
const upn = { ...stranger, options: { email_claim: "upn", email_claim_trusted: "1" } };

/** An ID Token with neither e-mail nor groups: all depends on UserInfo. */
const bare = claims({ email: undefined, email_verified: undefined, groups: undefined });
const told = (given: Values, values: Values): SetUp => all(claims(given), fields("userinfo", values));
const answers = (body: string): SetUp => all(bare, behaves("userinfo", answer(200, "application/json", body)));

const email = "part D, identity, e-mail";
const groups = "part D, identity, groups";
const named = "part D, identity, claims of options";
const userInfo = "part D, UserInfo";
export const identityCases: readonly Case[] = [
  ...each(email, refused, "has the e-mail", strangeEmails, (value) => claims({ email: value }), stranger),
  ...each(
    email,
    refused,
    "has email_verified",
    [false, "false", "FALSE", 0, "no", "", []],
    (value) => unverified(value, ["staff"]),
    { line },
  ),
  ...cases(email, "login", {
    "writes the e-mail in capitals": claims({ email: "ALICE@Example.ORG", groups: [] }),
    "leaves out email_verified": unverified(undefined),
    "has email_verified null": unverified(null),
    "has null for e-mail and email_verified, and UserInfo both": all(
      claims({ email: null, email_verified: null, groups: [] }),
      fields("userinfo", { email: "alice@example.org", email_verified: true }),
    ),
    "has an unverified e-mail, which is allowed": {
      options: { allow_unverified_email: "1" },
      setUp: unverified(false),
    },
    "has an unverified e-mail and a good group": claims({ email_verified: false }),
  }),
  ...each(groups, refused, "has the groups", strangeGroups, (value) => claims({ groups: value }), stranger),
  ...each(groups, "login", "has the groups", goodGroups, (value) => claims({ groups: value }), stranger),
  ...cases(groups, refused, {
    "names groups by a path of claims": {
      ...stranger,
      setUp: claims({ "groups.0": "router-admins", roles: ["router-admins"] }),
    },
  }),
  ...each(
    named,
    refused,
    "groups_claim names roles, which are",
    strangeRoles,
    (value) => claims({ roles: value }),
    roles,
  ),
  ...each(named, refused, "the path realm.roles leads nowhere in", strangePaths, (value) => claims(value), paths),
  ...cases(named, refused, {
    "has 10 000 roles in UserInfo, which groups_claim names": {
      ...roles,
      setUp: fields("userinfo", { roles: many }),
      line: " groups=10000 ",
    },
    "has its administrators in groups, which groups_claim does not name": {
      ...roles,
      setUp: claims({ groups: ["router-admins"] }),
    },
    "has another person's address in email, which email_claim does not name": {
      ...upn,
      setUp: claims({ email: "alice@example.org" }),
    },
    "has another person's address in email_claim and says that it is not verified": {
      ...upn,
      setUp: claims({ upn: "alice@example.org", email_verified: false }),
      line,
    },
  }),
  ...each(userInfo, "ID_TOKEN_VERIFICATION_FAILED", "tells UserInfo's sub as", subjects, (sub): SetUp =>
    all(bare, fields("userinfo", { sub })),
  ),
  ...each(userInfo, "USERINFO_NETWORK_ERROR", "tells UserInfo as", noUserInfo, (body) => answers(body)),
  ...cases(userInfo, "login", {
    "has all claims only in UserInfo": bare,
    "tells sub twice, its own last": answers('{"sub":"x","sub":"sub-alice","email":"alice@example.org"}'),
    "has no UserInfo endpoint": {
      setUp: all(claims({ email: undefined }), fields("discovery", { userinfo_endpoint: undefined })),
      email: "",
    },
  }),
  ...cases(userInfo, refused, {
    "has somebody else's e-mail in a token of its own (aggregated claims)": {
      ...stranger,
      setUp: claims({
        email: undefined,
        _claim_names: { email: "src1", groups: "src1" },
        _claim_sources: {
          src1: { JWT: compact({ alg: "none" }, { email: "alice@example.org", groups: ["router-admins"] }, unsigned) },
        },
      }),
    },
    "denies in UserInfo the e-mail of an ID Token without email_verified": {
      setUp: told({ email_verified: undefined, groups: undefined }, { email_verified: false, groups: undefined }),
      line: "unverified_by=userinfo",
    },
    "tells an unverified e-mail in UserInfo and a verified mark in the ID Token": told(
      { email: undefined, email_verified: true, groups: [] },
      { email_verified: false },
    ),
  }),
  ...cases(
    userInfo,
    refused,
    {
      "tells other groups in UserInfo than in the ID Token": told({ email: undefined }, { groups: ["router-admins"] }),
      "tells another e-mail in UserInfo than in the ID Token": told(
        { groups: undefined },
        { email: "alice@example.org", groups: undefined },
      ),
      "has UserInfo of another sub, which is asked only for groups": told(
        { groups: undefined },
        { sub: "sub-alice", groups: ["router-admins"] },
      ),
    },
    stranger,
  ),
];
