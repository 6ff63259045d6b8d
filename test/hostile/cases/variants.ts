/** Each provider of part A in the ways people run it, and how a login there ends. */
import type { Shape } from "../shaped-provider.ts";
import {
  admins,
  alice,
  guid,
  auth0,
  authelia,
  authentik,
  casdoor,
  dex,
  entra,
  django,
  gitlab,
  glewlwyd,
  google,
  hydra,
  kanidm,
  keycloak,
  logto,
  okta,
  pocketId,
  zitadel,
} from "./shape-data.ts";
import type { Variant } from "./shapes.ts";

/** The same provider set up otherwise. */
const but = (shape: Shape, changes: Partial<Shape>): Shape => ({ ...shape, ...changes });
const nobody = { email: [], group: [] };
const group = (name: string): Variant["admins"] => ({ email: [], group: [name] });
/** What changes under the encoding of a Basic header. */
const special = "a+b/c=%41 &:";
const hashless = { at_hash: "optional" };
const row = (
  provider: string,
  does: string,
  shape: Shape,
  end: Variant["end"],
  more: Partial<Variant> = {},
): Variant => ({
  provider,
  does,
  shape,
  end,
  ...more,
});

export const shapes: readonly Variant[] = [
  row("Keycloak", "back-channel at another origin, groups as full paths", keycloak, "login", {
    admins: group("/router-admins"),
  }),
  row("Keycloak", "full paths where the role has names", keycloak, "USER_NOT_AUTHORIZED", {
    admins: group("router-admins"),
  }),
  row(
    "Keycloak",
    "no groups without a mapper, so the e-mail counts",
    but(keycloak, { claims: () => ({ ...alice, azp: "router" }) }),
    "login",
  ),
  row(
    "Keycloak",
    "signed UserInfo and a thin ID Token",
    but(keycloak, { claims: () => ({}), signedUserInfo: true, told: alice }),
    "login",
  ),
  row("Authentik", "trailing slash, global endpoints, groups of an unverified e-mail", authentik, "login"),
  row("Authentik", "email_verified is always false, and only the e-mail fits", authentik, "USER_NOT_AUTHORIZED", {
    admins: { group: [] },
    line: /allow_unverified_email/,
  }),
  row("Authentik", "email_verified is always false, which is allowed", authentik, "login", {
    admins: { group: [] },
    options: { allow_unverified_email: "1" },
  }),
  row("Authentik", "issuer_url without the trailing slash", authentik, "DISCOVERY_ISSUER_MISMATCH", {
    configured: (origin) => `${origin}/application/o/router`,
    line: /router\//,
  }),
  row(
    "Authentik",
    "no signing key: HS256 and a JWK Set without keys",
    but(authentik, { algorithm: "HS256", keys: () => ({}) }),
    "UNSUPPORTED_ALGORITHM",
    { line: /HS256/ },
  ),
  row("Authentik", "a JWK Set without keys", but(authentik, { keys: () => ({}) }), "JWKS_FETCH_FAILED", {
    line: /signing key/,
  }),
  row("Authentik", "signs by ES256", but(authentik, { algorithm: "ES256" }), "login"),
  row("Authelia", "everything in UserInfo alone, aud in an array, basic alone", authelia, "login"),
  row(
    "Authelia",
    "a client registered for post, with basic offered",
    but(authelia, { accepts: "client_secret_post" }),
    "TOKEN_EXCHANGE_FAILED",
    { line: /http_status=401/ },
  ),
  row(
    "Authelia",
    "a client registered for post, which is configured",
    but(authelia, { accepts: "client_secret_post" }),
    "login",
    { options: { token_endpoint_auth_method: "client_secret_post" } },
  ),
  row("Pocket ID", "back-channel at another origin, groups of an unverified e-mail", pocketId, "login"),
  row(
    "Pocket ID",
    "a user without e-mail",
    but(pocketId, { claims: () => ({ groups: admins }), told: { groups: admins } }),
    "login",
  ),
  row("Kanidm", "ES256, no at_hash, nbf a little ahead", kanidm, "login", {
    options: hashless,
    admins: group("router-admins@idm.example.org"),
  }),
  row("Kanidm", "no at_hash where it is required", kanidm, "AT_HASH_MISMATCH", { line: /option at_hash/ }),
  row("Kanidm", "the legacy switch: RS256", but(kanidm, { algorithm: "RS256" }), "login", { options: hashless }),
  row("Zitadel", "several audiences with azp, the e-mail in UserInfo alone", zitadel, "login"),
  row("Zitadel", "roles as an object, which are no groups", zitadel, "USER_NOT_AUTHORIZED", {
    admins: group("router-admins"),
  }),
  row("Zitadel", "roles as an object, which groups_claim names", zitadel, "login", {
    admins: group("router-admins"),
    options: { groups_claim: "urn:zitadel:iam:org:project:roles" },
  }),
  row("Dex", "everything in the ID Token, aud a string", dex, "login"),
  row(
    "Dex",
    "several audiences with azp",
    but(dex, { claims: () => ({ ...alice, groups: admins, aud: ["router", "other"], azp: "router" }) }),
    "login",
  ),
  row("Logto", "ES384, as its first key is", but(logto, { algorithm: "ES384" }), "UNSUPPORTED_ALGORITHM", {
    line: /ES384/,
  }),
  row("Logto", "an RSA key of 4096 bits after rotation, roles instead of groups", logto, "login", { largeKey: true }),
  row("Casdoor", "one token for both, without at_hash, several KB, no methods listed", casdoor, "login", {
    options: hashless,
  }),
  row("Casdoor", "groups as paths of its organization", casdoor, "login", {
    options: hashless,
    admins: group("home/router-admins"),
  }),
  row("Casdoor", "issuer is the origin even for one application", casdoor, "OIDC_DISCOVERY_FAILED", {
    configured: (origin) => `${origin}/.well-known/router`,
  }),
  row("GitLab", "groups as paths in UserInfo alone", gitlab, "login", {
    options: hashless,
    admins: group("family/router-admins"),
  }),
  row("GitLab", "a secret that Basic encodes, which is not decoded there", but(gitlab, { secret: special }), "login", {
    options: hashless,
  }),
  row("GitLab", "no at_hash where it is required", gitlab, "AT_HASH_MISMATCH", { line: /option at_hash/ }),
  row(
    "glewlwyd",
    "a secret that Basic encodes, which is not decoded there",
    but(glewlwyd, { secret: special }),
    "login",
  ),
  row(
    "glewlwyd",
    "such a secret where Basic is configured",
    but(glewlwyd, { secret: special }),
    "TOKEN_EXCHANGE_FAILED",
    { options: { token_endpoint_auth_method: "client_secret_basic" } },
  ),
  row("Django OAuth Toolkit", "a discovery document behind a redirect to itself with a slash", django, "login"),
  row(
    "Django OAuth Toolkit",
    "a discovery document behind a redirect to another name",
    but(django, { redirect: "https://idp-internal.localhost/o/" }),
    "OIDC_DISCOVERY_FAILED",
    { line: /location=https:\/\/idp-internal\.localhost\/o\/ / },
  ),
  row("Entra ID", "keys without alg, no at_hash, no email_verified, groups as GUIDs", entra, "login", {
    options: hashless,
    admins: group(guid),
  }),
  row(
    "Entra ID",
    "more than 200 groups, which are a pointer",
    but(entra, {
      claims: () => ({
        email: "alice@example.org",
        _claim_names: { groups: "src1" },
        _claim_sources: { src1: { endpoint: "https://graph.example/" } },
      }),
    }),
    "USER_NOT_AUTHORIZED",
    { options: hashless, admins: group(guid) },
  ),
  row(
    "Entra ID",
    "common: a literal {tenantid} in its issuer",
    but(entra, { discovery: { issuer: "https://login.example/{tenantid}/v2.0" } }),
    "DISCOVERY_ISSUER_MISMATCH",
    { line: /tenantid/ },
  ),
  row(
    "Entra ID",
    "post alone",
    but(entra, { methods: ["client_secret_post", "private_key_jwt"], accepts: "client_secret_post" }),
    "login",
    { options: hashless },
  ),
  row("Google", "endpoints at other origins, no groups", google, "login"),
  row(
    "Google",
    "an older token whose issuer has no scheme",
    but(google, { claims: () => ({ ...alice, iss: "idp.localhost" }) }),
    "ID_TOKEN_VERIFICATION_FAILED",
    { line: /claim=iss/ },
  ),
  row("Okta", "a thin ID Token, groups in UserInfo alone", okta, "login", { admins: group("router-admins") }),
  row("Okta", "the authorization server default", but(okta, { issuer: "/oauth2/default" }), "login"),
  row("Auth0", "a trailing slash at the origin, claims named by URLs", auth0, "login"),
  row("Auth0", "an older application: HS256", but(auth0, { algorithm: "HS256" }), "UNSUPPORTED_ALGORITHM", {
    line: /HS256/,
  }),
  row("ORY Hydra", "claims in UserInfo, as its consent application has it", hydra, "login"),
  row("ORY Hydra", "no claims at all", but(hydra, { told: {} }), "USER_NOT_AUTHORIZED"),
  row("ORY Hydra", "nobody has a role", hydra, "USER_NOT_AUTHORIZED", { admins: nobody }),
];
