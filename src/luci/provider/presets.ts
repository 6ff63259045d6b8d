/** Presets of providers: options, the form of the issuer, and steps. Facts change; a preset only fills in fields, which stay editable. */
import type { Values } from "../saving/changes";
import { ruleOf } from "../saving/validation";

export interface Preset {
  id: string;
  name: string;
  /** An issuer as the provider words it; `<…>` is a part to replace. */
  issuer: string;
  /** Options that differ from those of most providers. */
  scope?: string;
  at_hash?: "optional";
  token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post";
  /** Whether it gives refresh tokens only for the scope offline_access. */
  offline?: true;
  /** The claims with groups, where these are not in the claim of that name. */
  groups_claim?: string;
  notes: string[];
}

const withGroups = "openid profile email groups";

/** All presets in English, in the order in which they are offered; the page translates name and notes. */
export const presets: Preset[] = [
  {
    id: "keycloak",
    name: "Keycloak",
    issuer: "https://keycloak.example.org/realms/<realm>",
    notes: [
      "Create a client of type OpenID Connect with client authentication and the standard flow.",
      "For groups add a mapper of type Group Membership with the claim name groups to the client's dedicated scope. With the full path, which is its default, groups begin with a slash: /admins.",
      "Realm roles are in the claim realm_access.roles, once its mapper adds them to the ID Token.",
    ],
  },
  {
    id: "authentik",
    offline: true,
    name: "Authentik",
    issuer: "https://authentik.example.org/application/o/<slug>/",
    notes: [
      "Create an application with a provider of type OAuth2/OpenID, confidential, and choose a signing key for it.",
      "Groups come with the scope profile.",
      "Authentik says of every e-mail address that it is not verified. Match roles by groups, or allow unverified e-mail addresses.",
    ],
  },
  {
    id: "authelia",
    offline: true,
    name: "Authelia",
    issuer: "https://auth.example.org",
    scope: withGroups,
    token_endpoint_auth_method: "client_secret_basic",
    notes: [
      "Add a client to the section identity_providers.oidc.clients of its configuration.",
      "The authentication method must be the one in the client's token_endpoint_auth_method.",
    ],
  },
  {
    id: "pocket-id",
    name: "Pocket ID",
    issuer: "https://id.example.org",
    scope: withGroups,
    at_hash: "optional",
    notes: [
      "Create an OIDC client that is not public.",
      "E-mail addresses are not verified by default. Match roles by groups, or allow unverified e-mail addresses.",
    ],
  },
  {
    id: "kanidm",
    name: "Kanidm",
    issuer: "https://idm.example.org/oauth2/openid/<client>",
    scope: withGroups,
    at_hash: "optional",
    notes: [
      "Create a basic OAuth2 client and give a group of users its scopes: openid, profile, email and groups.",
      "Groups are named with their domain: admins@idm.example.org.",
    ],
  },
  {
    id: "voidauth",
    offline: true,
    name: "VoidAuth",
    issuer: "https://auth.example.org/oidc",
    scope: withGroups,
    at_hash: "optional",
    notes: [
      "Add an OIDC app with a client secret.",
      "For re-validation also set prompt to consent: VoidAuth gives no refresh token without it.",
    ],
  },
  {
    id: "zitadel",
    offline: true,
    name: "Zitadel",
    issuer: "https://<instance>.zitadel.cloud",
    groups_claim: "urn:zitadel:iam:org:project:roles",
    notes: [
      "Create an application of type Web with the authentication method Basic.",
      "Its roles come in the claim urn:zitadel:iam:org:project:roles, which the preset sets; let the project assert roles on authentication.",
    ],
  },
  {
    id: "dex",
    offline: true,
    name: "Dex",
    issuer: "https://dex.example.org/dex",
    scope: withGroups,
    notes: ["Add a client to the section staticClients of its configuration. Not every connector delivers groups."],
  },
  {
    id: "entra",
    offline: true,
    name: "Microsoft Entra ID",
    issuer: "https://login.microsoftonline.com/<tenant>/v2.0",
    at_hash: "optional",
    groups_claim: "groups roles",
    notes: [
      "Register an application with the platform Web and create a client secret; its value is the secret, not its ID.",
      "The tenant is the directory's ID; common and organizations do not work.",
      "For groups add the groups claim in the token configuration. Groups are then object IDs, not names.",
      "App roles have names and come in the claim roles, which the preset sets beside groups.",
    ],
  },
  {
    id: "lemonldap",
    name: "LemonLDAP::NG",
    issuer: "https://auth.example.org",
    scope: withGroups,
    notes: [
      "Add a relying party, confidential, and let it sign ID Tokens by RS256 instead of HS512.",
      "Export the attributes that hold e-mail address and groups to it. The names given there are those of the claims: where they are not email and groups, name them under Advanced.",
    ],
  },
  {
    id: "okta",
    offline: true,
    name: "Okta",
    issuer: "https://<organization>.okta.com",
    scope: withGroups,
    notes: [
      "Create an app integration of type OIDC, Web Application.",
      "For groups set a filter for the claim groups in the app's sign-on settings.",
      "With a custom authorization server the issuer ends with /oauth2/ and its ID.",
    ],
  },
  {
    id: "gitlab",
    name: "GitLab",
    issuer: "https://gitlab.com",
    at_hash: "optional",
    notes: [
      "Create an application, confidential, with the scopes openid, profile and email.",
      "Groups are paths: family/admins.",
    ],
  },
  {
    id: "gitea",
    name: "Gitea, Forgejo",
    issuer: "https://gitea.example.org",
    scope: withGroups,
    at_hash: "optional",
    token_endpoint_auth_method: "client_secret_basic",
    notes: [
      "Create an OAuth2 application in your settings under Applications: a confidential client.",
      "Groups are organizations and their teams: home and home:admins. Make the organization before a role lists it, as any user may make one.",
    ],
  },
  {
    id: "google",
    name: "Google",
    issuer: "https://accounts.google.com",
    notes: [
      "Create an OAuth client of type Web application.",
      "The router needs a public host name: Google refuses IP addresses and private domains as redirect URI.",
      "It has no claim groups: match roles by e-mail address.",
    ],
  },
  {
    id: "auth0",
    offline: true,
    name: "Auth0",
    issuer: "https://<tenant>.auth0.com/",
    at_hash: "optional",
    notes: [
      "Create an application of type Regular Web Application that signs by RS256.",
      "It has no claim groups: match roles by e-mail address.",
    ],
  },
  {
    id: "nextcloud",
    name: "Nextcloud",
    issuer: "https://cloud.example.org",
    scope: withGroups,
    at_hash: "optional",
    token_endpoint_auth_method: "client_secret_post",
    notes: ["Install the app OIDC Identity Provider, and add a client of the type confidential that signs by RS256."],
  },
  {
    id: "glewlwyd",
    name: "glewlwyd",
    issuer: "https://glewlwyd.example.org/api/oidc",
    scope: "openid",
    notes: [
      "In the OpenID Connect plugin allow the authorization type code and PKCE; make the e-mail claim mandatory, and add a mandatory claim groups from the users' property groups.",
      "Add a client: confidential, with its secret, and the authorization type code.",
    ],
  },
  {
    id: "generic",
    name: "Another provider",
    issuer: "https://provider.example.org",
    at_hash: "optional",
    notes: [
      "Add this router there as a web application with a client secret. Where you are asked how it signs, choose RS256.",
      "The check says whether the provider has the scope groups, and adds it.",
    ],
  },
];

/** The options that a preset fills in; the scope for refresh tokens where sessions are revalidated and the provider needs it. */
export function presetValues(preset: Partial<Preset>, revalidates: boolean): { [option: string]: string } {
  const { scope = "openid profile email", at_hash = "required", token_endpoint_auth_method = "auto" } = preset;
  return {
    at_hash,
    token_endpoint_auth_method,
    groups_claim: preset.groups_claim ?? "",
    scope: revalidates && preset.offline === true ? `${scope} offline_access` : scope,
  };
}

/** The scopes that the provider of an issuer's form wants to be asked for; undefined where the form does not tell the provider. */
export function neededScopes(values: Values): string[] | undefined {
  const preset = presetOf(values);
  return preset === undefined || preset.id === "generic" ? undefined : presetValues(preset, false)["scope"]?.split(" ");
}

/** The values that a preset fills in and that are not those of most providers. */
export function unusualValues(preset: Preset): [option: string, value: string][] {
  const usual = presetValues({}, false);
  return Object.entries(presetValues(preset, false)).filter(([option, value]) => value !== usual[option]);
}

/**
 * The preset whose example has the form of the issuer; of those without a path at a host of one's own the one whose options are set, where these
 * are others than most providers have, whose scopes say little.
 */
export function presetOf(values: Values): Preset | undefined {
  const issuer = values["issuer_url"] ?? "";
  const textOf = (option: string, value = ""): string => value || (ruleOf(option).fallback ?? "");
  const isSet = (preset: Preset): boolean =>
    Object.entries(presetValues(preset, Boolean(values["session_revalidate"]))).every(
      ([option, value]) => textOf(option, values[option]) === textOf(option, value),
    );
  const isTelling = (preset: Preset): boolean => unusualValues(preset).some(([option]) => option !== "scope");
  const any = "[^/]+";
  const formOf = (preset: Preset): string =>
    preset.issuer
      .replace(/[.]/g, "\\$&")
      .replace(/<\w+>/g, any)
      .replace(/\w+\\\.example\\\.org/, any);
  const found = presets.filter((preset) => {
    const form = formOf(preset);
    return new RegExp(`^${form}${form.endsWith("/") ? "" : "(/|$)"}`).test(issuer);
  });
  return (
    found.find((preset) => formOf(preset) !== `https://${any}`) ??
    found.find((preset) => isTelling(preset) && isSet(preset))
  );
}
