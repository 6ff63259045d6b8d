/** Providers as they are: what sets their keys, claims and documents apart (facts about providers, part A). */
import { standardRoles } from "../../e2e/support/scene.ts";
import { all, cases, claims, fields, headers, jwks, seconds, type Case, type SetUp, type Values } from "../case.ts";

const modulus = Buffer.alloc(256, 0xc5).toString("base64url");
const certificate = { x5c: ["MIIBszCCARygAwIBAgIGAY"], x5t: "b3J0", "x5t#S256": "bG9uZ2Vy" };
const encryption = { kty: "RSA", n: modulus, e: "AQAB", kid: "enc", use: "enc", alg: "RSA-OAEP-256", ...certificate };
const p521 = { kty: "EC", crv: "P-521", x: modulus.slice(0, 88), y: modulus.slice(0, 88), use: "sig", alg: "ES512" };

/** Administrators are who is in this group. */
const byGroup = (name: string): Pick<Case, "roles"> => ({
  roles: { ...standardRoles, admin: { ...standardRoles["admin"], email: [], group: [name] } },
});
const hashless = { at_hash: "optional" };
/** A published key with other members, before and after which are more. */
const keySet = (members: Values, ...others: Values[]): SetUp =>
  jwks(([rsa, ec]) => [...others, { ...rsa, ...members }, { ...ec, ...members }]);
/** An ID Token that says nothing of somebody whom UserInfo knows. */
const thin = { email: undefined, email_verified: undefined, groups: undefined };
const guid = "3f2c1a77-1111-4222-8333-444455556666";
const roles = "urn:zitadel:iam:org:project:roles";
const hasRoles = fields("userinfo", {
  groups: undefined,
  [roles]: { "router-admins": { "28123": "home.example.org" } },
});
const paths = claims({ groups: ["/router-admins", "/top/staff"], azp: "router", typ: "ID", sid: "8f", acr: "1" });
const projects = ["router", "router@home", "281234567890123456"];
const overage = { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph.example/" } } };
const fat = { at_hash: undefined, tokenType: "access-token", properties: {}, bio: "x".repeat(5000), permissions: null };

export const providerCases: readonly Case[] = [
  ...cases("part A, groups", "login", {
    "Keycloak has full paths": { ...byGroup("/router-admins"), setUp: all(keySet(certificate, encryption), paths) },
    "Kanidm has names beside identifiers, signs by ES256 without at_hash, and is a little ahead": {
      ...byGroup("router-admins@idm.example.org"),
      options: hashless,
      setUp: all(headers({ alg: "ES256", kid: "ec-1" }), (stage) =>
        claims({ at_hash: undefined, nbf: seconds(5), groups: [guid, "router-admins@idm.example.org"] })(stage),
      ),
    },
    "Zitadel has roles as an object in UserInfo, and several audiences": {
      ...byGroup("router-admins"),
      options: { groups_claim: roles },
      setUp: all(claims({ ...thin, aud: projects, azp: "router", client_id: "router" }), hasRoles),
    },
    "Casdoor has paths of its organization in several KB, and a key of P-521": {
      ...byGroup("home/router-admins"),
      options: hashless,
      setUp: all(keySet(certificate, { ...p521, ...certificate }), claims({ ...fat, groups: ["home/router-admins"] })),
    },
    "GitLab has paths only in UserInfo, and direct groups in the ID Token": {
      ...byGroup("family/router-admins"),
      setUp: all(
        claims({ groups: undefined, groups_direct: ["family/router-admins"] }),
        fields("userinfo", { groups: ["family", "family/router-admins"] }),
      ),
    },
    "Entra ID has GUIDs, and keys without alg": {
      ...byGroup(guid),
      options: hashless,
      setUp: all(keySet({ alg: undefined, ...certificate }, { ...encryption, use: "sig", alg: undefined }), (stage) =>
        claims({ at_hash: undefined, email_verified: undefined, groups: [guid], nbf: seconds() })(stage),
      ),
    },
    "Okta has groups only in UserInfo": { ...byGroup("router-admins"), setUp: claims({ groups: undefined, ver: 1 }) },
    "Auth0 has them in a claim named by an address, so that the e-mail counts": {
      setUp: claims({ groups: undefined, "https://example.org/groups": ["router-admins"] }),
    },
  }),
  ...cases("part A, groups", "USER_NOT_AUTHORIZED", {
    "Keycloak has full paths where the role has names": { ...byGroup("router-admins"), setUp: paths },
    "Zitadel has roles as an object, which are no groups": {
      ...byGroup("router-admins"),
      setUp: all(claims(thin), hasRoles),
    },
    "Entra ID has a pointer for more than 200": { ...byGroup(guid), setUp: claims({ groups: undefined, ...overage }) },
    "ORY Hydra's consent application tells nothing": {
      setUp: all(claims(thin), fields("userinfo", { email: undefined, groups: undefined })),
    },
  }),
  ...cases("part A, keys", "UNSUPPORTED_ALGORITHM", {
    "Authentik has no signing key, and signs by HS256": {
      line: "HS256",
      setUp: all(headers({ alg: "HS256" }), fields("jwks", { keys: undefined })),
    },
  }),
  ...cases("part A, keys", "JWKS_FETCH_FAILED", {
    "Authentik has no signing key": { line: "signing key", setUp: fields("jwks", { keys: undefined }) },
  }),
  ...cases("part A, at_hash", "AT_HASH_MISMATCH", {
    "GitLab has none": { line: "option at_hash", setUp: claims({ at_hash: undefined }) },
  }),
  ...cases("part A, issuer", "DISCOVERY_ISSUER_MISMATCH", {
    "Entra ID's common tenant has a placeholder": {
      line: "tenantid",
      setUp: fields("discovery", { issuer: "https://login.example/{tenantid}/v2.0" }),
    },
  }),
];
