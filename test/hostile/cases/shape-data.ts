/** The providers of part A as data. What the facts do not say is left as the standards have it. */
import type { Shape } from "../shaped-provider.ts";

type Values = Record<string, unknown>;

export const alice = { email: "alice@example.org", email_verified: true, name: "Alice" };
export const admins = ["router-admins", "staff"];
const modulus = Buffer.alloc(256, 0xc5).toString("base64url");
const both = ["client_secret_basic", "client_secret_post"];

/** A JWK Set of the signing key with more members, and other keys before it. */
const keySet =
  (members: Values, ...others: Values[]): Shape["keys"] =>
  (own) => ({ keys: [...others, { ...own, ...members }] });
const encryption = (alg: string, more: Values = {}): Values => ({
  kty: "RSA",
  n: modulus,
  e: "AQAB",
  kid: "enc",
  use: "enc",
  alg,
  ...more,
});
const certificate = { x5c: ["MIIBszCCARygAwIBAgIGAY"], x5t: "b3J0", "x5t#S256": "bG9uZ2Vy" };

/** What most have in common. */
const common: Omit<Shape, "issuer" | "authorization" | "token" | "jwks"> = {
  methods: both,
  accepts: "client_secret_basic",
  secret: "Secret-of_this.shape~1",
  decodes: true,
  namesItself: false,
  algorithm: "RS256",
  keys: keySet({}),
  kid: "4f1d",
  atHash: true,
  claims: () => ({ ...alice, groups: admins }),
};

const realm = "/realms/home/protocol/openid-connect";
export const keycloak: Shape = {
  ...common,
  issuer: "/realms/home",
  authorization: `${realm}/auth`,
  token: `back:${realm}/token`,
  jwks: `back:${realm}/certs`,
  userinfo: `back:${realm}/userinfo`,
  endSession: `${realm}/logout`,
  namesItself: true,
  methods: ["private_key_jwt", ...both, "tls_client_auth", "client_secret_jwt"],
  keys: keySet(certificate, encryption("RSA-OAEP", certificate)),
  claims: () => ({
    ...alice,
    groups: ["/router-admins", "/top/staff"],
    azp: "router",
    typ: "ID",
    sid: "8f",
    acr: "1",
    jti: "x",
  }),
};

export const authentik: Shape = {
  ...common,
  issuer: "/application/o/router/",
  authorization: "/application/o/authorize/",
  token: "/application/o/token/",
  jwks: "/application/o/router/jwks/",
  userinfo: "/application/o/userinfo/",
  endSession: "/application/o/router/end-session/",
  methods: ["client_secret_post", "client_secret_basic"],
  keys: keySet(certificate, encryption("RSA-OAEP-256", { enc: "A256CBC-HS512" })),
  claims: () => ({ ...alice, email_verified: false, groups: admins, acr: "goauthentik.io/providers/oauth2/default" }),
};

export const authelia: Shape = {
  ...common,
  issuer: "",
  authorization: "/api/oidc/authorization",
  token: "/api/oidc/token",
  jwks: "/jwks.json",
  userinfo: "/api/oidc/userinfo",
  namesItself: true,
  methods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
  claims: () => ({ aud: ["router"], azp: "router", amr: ["pwd"] }),
  told: { ...alice, groups: admins },
};

export const pocketId: Shape = {
  ...common,
  issuer: "",
  authorization: "/authorize",
  token: "back:/api/oidc/token",
  jwks: "back:/.well-known/jwks.json",
  userinfo: "back:/api/oidc/userinfo",
  endSession: "/api/oidc/end-session",
  namesItself: true,
  methods: [...both, "none"],
  claims: () => ({ ...alice, email_verified: false, groups: admins }),
};

export const kanidm: Shape = {
  ...common,
  issuer: "/oauth2/openid/router",
  authorization: "/ui/oauth2",
  token: "/oauth2/token",
  jwks: "/oauth2/openid/router/public_key.jwk",
  userinfo: "/oauth2/openid/router/userinfo",
  algorithm: "ES256",
  atHash: false,
  claims: (time) => ({
    ...alice,
    nbf: time + 5,
    iat: time + 5,
    groups: ["0a6f0c5e-0000-4000-8000-000000000001", "router-admins@idm.example.org"],
    preferred_username: "alice@idm.example.org",
  }),
};

export const zitadel: Shape = {
  ...common,
  issuer: "",
  authorization: "/oauth/v2/authorize",
  token: "/oauth/v2/token",
  jwks: "/oauth/v2/keys",
  userinfo: "/oidc/v1/userinfo",
  endSession: "/oidc/v1/end_session",
  claims: () => ({ aud: ["router", "router@home", "281234567890123456"], azp: "router", client_id: "router" }),
  told: { ...alice, "urn:zitadel:iam:org:project:roles": { "router-admins": { "28123": "home.example.org" } } },
};

export const dex: Shape = {
  ...common,
  issuer: "/dex",
  authorization: "/dex/auth",
  token: "/dex/token",
  jwks: "/dex/keys",
  userinfo: "/dex/userinfo",
};

export const logto: Shape = {
  ...common,
  issuer: "/oidc",
  authorization: "/oidc/auth",
  token: "/oidc/token",
  jwks: "/oidc/jwks",
  userinfo: "/oidc/me",
  endSession: "/oidc/session/end",
  namesItself: true,
  claims: () => ({ ...alice, roles: ["router-admins"], organizations: [] }),
};

export const casdoor: Shape = {
  ...common,
  issuer: "",
  authorization: "/login/oauth/authorize",
  token: "/api/login/oauth/access_token",
  jwks: "/.well-known/jwks",
  userinfo: "/api/userinfo",
  endSession: "/api/logout",
  methods: undefined,
  keys: keySet(certificate, {
    kty: "EC",
    crv: "P-521",
    x: modulus.slice(0, 88),
    y: modulus.slice(0, 88),
    kid: "c2",
    use: "sig",
    alg: "ES512",
    ...certificate,
  }),
  atHash: false,
  oneToken: true,
  claims: () => ({
    ...alice,
    tokenType: "access-token",
    isAdmin: false,
    isForbidden: false,
    groups: ["home/router-admins"],
    properties: {},
    bio: "x".repeat(5000),
    roles: [],
    permissions: null,
  }),
};

export const gitlab: Shape = {
  ...common,
  issuer: "",
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  jwks: "/oauth/discovery/keys",
  userinfo: "/oauth/userinfo",
  accepts: "either",
  decodes: false,
  atHash: false,
  claims: () => ({ sub_legacy: "a1", ...alice, groups_direct: ["family/router-admins"] }),
  told: { ...alice, groups: ["family", "family/router-admins"] },
};

export const glewlwyd: Shape = {
  ...common,
  issuer: "/api/glwd",
  authorization: "/api/glwd/auth",
  token: "/api/glwd/token",
  jwks: "/api/glwd/jwks",
  userinfo: "/api/glwd/userinfo",
  endSession: "/api/glwd/end_session",
  accepts: "either",
  decodes: false,
  algorithm: "ES256",
};

/** Django OAuth Toolkit. */
export const django: Shape = {
  ...common,
  issuer: "/o",
  authorization: "/o/authorize/",
  token: "/o/token/",
  jwks: "/o/.well-known/jwks.json",
  userinfo: "/o/userinfo/",
  redirect: "/",
};

const tenant = "/9188040d-6c67-4c5b-b112-36a304b66dad";
export const guid = "3f2c1a77-1111-4222-8333-444455556666";
export const entra: Shape = {
  ...common,
  issuer: `${tenant}/v2.0`,
  authorization: `${tenant}/oauth2/v2.0/authorize`,
  token: `${tenant}/oauth2/v2.0/token`,
  jwks: `${tenant}/discovery/v2.0/keys`,
  userinfo: "back:/oidc/userinfo",
  endSession: `${tenant}/oauth2/v2.0/logout`,
  methods: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
  keys: (own) => ({
    keys: ["a", "b", "c"]
      .map((kid) => ({ kty: "RSA", use: "sig", kid, n: modulus, e: "AQAB", ...certificate }))
      .concat([{ ...own, alg: undefined, issuer: "https://login.example/{tenantid}/v2.0", ...certificate } as never]),
  }),
  atHash: false,
  claims: (time) => ({
    email: "alice@example.org",
    groups: [guid],
    nbf: time,
    oid: "o",
    tid: "t",
    ver: "2.0",
    rh: "0.A",
    uti: "u",
  }),
  told: { email: "alice@example.org", picture: "https://graph.example/photo" },
};

export const google: Shape = {
  ...common,
  issuer: "",
  authorization: "/o/oauth2/v2/auth",
  token: "back:/token",
  jwks: "back:/oauth2/v3/certs",
  userinfo: "back:/v1/userinfo",
  namesItself: true,
  methods: ["client_secret_post", "client_secret_basic"],
  keys: keySet({}, { kty: "RSA", use: "sig", alg: "RS256", kid: "older", n: modulus, e: "AQAB" }),
  claims: () => ({ ...alice, azp: "router", hd: "example.org" }),
};

export const okta: Shape = {
  ...common,
  issuer: "",
  authorization: "/oauth2/v1/authorize",
  token: "/oauth2/v1/token",
  jwks: "/oauth2/v1/keys",
  userinfo: "/oauth2/v1/userinfo",
  endSession: "/oauth2/v1/logout",
  methods: [...both, "client_secret_jwt", "private_key_jwt", "none"],
  claims: () => ({ email: "alice@example.org", ver: 1, amr: ["pwd"], idp: "00o" }),
  told: { ...alice, groups: ["Everyone", "router-admins"] },
};

export const auth0: Shape = {
  ...common,
  issuer: "/",
  authorization: "/authorize",
  token: "/oauth/token",
  jwks: "/.well-known/jwks.json",
  userinfo: "/userinfo",
  methods: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
  keys: keySet(certificate, {
    kty: "RSA",
    use: "sig",
    kid: "next",
    n: modulus,
    e: "AQAB",
    alg: "RS256",
    ...certificate,
  }),
  claims: () => ({ ...alice, "https://example.org/groups": admins }),
};

export const hydra: Shape = {
  ...common,
  issuer: "/",
  authorization: "/oauth2/auth",
  token: "/oauth2/token",
  jwks: "/.well-known/jwks.json",
  userinfo: "/userinfo",
  endSession: "/oauth2/sessions/logout",
  claims: () => ({ aud: ["router"], auth_time: 1, rat: 1, sid: "s" }),
  told: { ...alice, groups: admins },
};
