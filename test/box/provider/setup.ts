/** oidc-provider's configuration for the box. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import type { Context, Provider } from "oidc-provider";
import { withResolvers } from "../command.ts";
import { claimsFor } from "./accounts.ts";
import type { Assertion, IdentityProvider, ProviderOptions } from "./identity-provider.ts";
import { privateJwks } from "./keys.ts";
import { loginPage, readForm } from "./login-page.ts";
import { memoryAdapter } from "./memory-adapter.ts";

export type Endpoint =
  | "discovery"
  | "jwks"
  | "authorization"
  | "token"
  | "revocation"
  | "userinfo"
  | "end_session"
  | "pushed"
  | "registration"
  | "login_page"
  | "other";

const endpoints: readonly [RegExp, Endpoint][] = [
  [/^\/\.well-known\/openid-configuration$/, "discovery"],
  [/^\/jwks$/, "jwks"],
  [/^\/auth(\/|$)/, "authorization"],
  [/^\/token$/, "token"],
  [/^\/token\/revocation$/, "revocation"],
  [/^\/me$/, "userinfo"],
  [/^\/session\/end/, "end_session"],
  [/^\/request$/, "pushed"],
  [/^\/reg(\/|$)/, "registration"],
  [/^\/interaction\//, "login_page"],
];

export function endpointOf(path: string): Endpoint {
  return endpoints.find(([pattern]) => pattern.test(path))?.[1] ?? "other";
}

/** Loads oidc-provider without its remark that it would prefer a newer Node.js. */
async function load(): Promise<typeof Provider> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return (await import("oidc-provider")).Provider;
  } finally {
    console.warn = warn;
  }
}

function showPage(title: string): (ctx: Context, form?: string) => void {
  return (ctx, form = "") => {
    const button = form && '<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes</button>';
    ctx.type = "text/html; charset=utf-8";
    ctx.body = `<!DOCTYPE html>\n<html lang="en">\n<title>${title}</title>\n<h1>${title}</h1>\n${form}${button}\n</html>\n`;
  };
}

interface ConsentSession {
  readonly accountId: string;
  grantIdFor: (clientId: string) => string | undefined;
}

/**
 * Everybody who may log in consents to everything, once a session: codes of an earlier consent are void, and several tabs may be
 * under way.
 */
async function grantAll(ctx: Context & { oidc: { session: ConsentSession } }, audience?: string): Promise<object> {
  const { provider, client, session } = ctx.oidc;
  const known = session.grantIdFor(client.clientId);
  const given = known === undefined ? undefined : await provider.Grant.find(known);
  if (given?.accountId === session.accountId) {
    return given;
  }
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile email groups");
  if (audience !== undefined) {
    grant.addResourceScope(audience, "router");
  }
  await grant.save();
  return grant;
}

/** The provider's own calls, of a form or without one: its own client would not reach a router on this machine. */
async function callRouter(url: string, form: URLSearchParams | undefined, caFile = ""): Promise<Response> {
  const { promise, resolve, reject } = withResolvers<Response>();
  const method = form === undefined ? "GET" : "POST";
  const headers = form === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" };
  const local = url.includes(".localhost") ? { hostname: "127.0.0.1", servername: new URL(url).hostname } : {};
  const { host } = new URL(url);
  const ca = readFileSync(caFile);
  request(url, { method, headers: { ...headers, Host: host }, ca, ...local, agent: false }, (answer) => {
    const parts: Buffer[] = [];
    answer.on("data", (part: Buffer) => parts.push(part));
    answer.on("end", () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0 })));
  })
    .on("error", reject)
    .end(form?.toString());
  return promise;
}

/** A program that comes for itself (RFC 6749 section 4.4). */
const program = {
  client_id: "robot",
  client_secret: "robot secret",
  grant_types: ["client_credentials"],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: "client_secret_basic",
};

/** A program that comes for a user, who logs in at another device (RFC 8628). */
const device = {
  ...program,
  client_id: "panel",
  client_secret: "panel secret",
  grant_types: ["urn:ietf:params:oauth:grant-type:device_code"],
};

/** Access tokens as JWTs for one audience (RFC 8707, RFC 9068). */
function programFeatures(audience: string): Record<string, unknown> {
  const server = { scope: "router", audience, accessTokenTTL: 600, accessTokenFormat: "jwt" };
  const resourceIndicators = {
    enabled: true,
    defaultResource: () => undefined,
    getResourceServerInfo: () => ({ ...server, jwt: { sign: { alg: "RS256" } } }),
  };
  return { clientCredentials: { enabled: true }, deviceFlow: { enabled: true }, resourceIndicators };
}

function configuration(self: IdentityProvider, options: ProviderOptions): Record<string, unknown> {
  const lifetime = 3600;
  const algorithm = options.algorithm ?? "RS256";
  return {
    adapter: memoryAdapter(self.storage),
    clients: [
      {
        client_id: self.client.id,
        client_secret: self.client.secret,
        redirect_uris: [options.redirectUri],
        post_logout_redirect_uris: options.postLogoutRedirectUri === undefined ? [] : [options.postLogoutRedirectUri],
        token_endpoint_auth_method: options.authMethod ?? "client_secret_basic",
        grant_types: ["authorization_code", ...(options.refreshTokens === true ? ["refresh_token"] : [])],
        ...(options.routerCa !== undefined && { jwks_uri: options.redirectUri.replace(/callback$/, "jwks") }),
        id_token_signed_response_alg: algorithm,
        ...(options.signedUserInfo === true && { userinfo_signed_response_alg: algorithm }),
        ...(options.backchannelCa !== undefined && {
          backchannel_logout_uri: options.redirectUri.replace(/callback(\/\w+)?$/, "backchannel-logout$1"),
          backchannel_logout_session_required: true,
        }),
      },
      ...(options.programs === undefined ? [] : [program, device]),
    ],
    clientAuthMethods: [options.authMethod ?? "client_secret_basic"],
    enabledJWA: {
      idTokenSigningAlgValues: ["RS256", "ES256", algorithm],
      userinfoSigningAlgValues: ["RS256", "ES256", algorithm],
    },
    jwks: privateJwks(self.keys, algorithm),
    cookies: { keys: [randomBytes(16).toString("hex")] },
    scopes: ["openid", "profile", "email", "groups"],
    // Listed, as the box adds at_hash, which oidc-provider leaves out in this flow.
    claims: {
      openid: ["sub", ...((options.accessTokenHash ?? true) ? ["at_hash"] : [])],
      profile: ["name"],
      email: ["email", "email_verified"],
      groups: ["groups"],
    },
    conformIdTokenClaims: !(options.claimsInIdToken ?? true),
    discovery: { prompt_values_supported: ["none", "login", "consent"] },
    pkce: { required: () => true },
    issueRefreshToken: () => options.refreshTokens === true,
    rotateRefreshToken: true,
    responseTypes: ["code"],
    ttl: {
      AccessToken: lifetime,
      ClientCredentials: 600,
      AuthorizationCode: 60,
      Grant: lifetime,
      IdToken: lifetime,
      Interaction: lifetime,
      RefreshToken: lifetime,
      Session: lifetime,
    },
    features: {
      devInteractions: { enabled: false },
      jwtUserinfo: { enabled: options.signedUserInfo === true },
      pushedAuthorizationRequests: {
        enabled: true,
        requirePushedAuthorizationRequests: options.pushedRequests === true,
      },
      ...(options.programs !== undefined && programFeatures(options.programs)),
      ...(options.registrationToken !== undefined && {
        registration: { enabled: true, initialAccessToken: options.registrationToken },
        registrationManagement: { enabled: true, rotateRegistrationAccessToken: true },
      }),
      revocation: { enabled: options.refreshTokens === true, allowedPolicy: () => true },
      backchannelLogout: { enabled: options.backchannelCa !== undefined },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: showPage("Log out of the identity provider as well?"),
        postLogoutSuccessSource: showPage("Logged out of the identity provider"),
      },
    },
    fetch: (url: string, { body }: { body?: URLSearchParams }) =>
      callRouter(url, body, options.backchannelCa ?? options.routerCa),
    assertJwtClientAuthClaimsAndHeader: (_ctx: Context, claims: Assertion["claims"], header: Assertion["header"]) => {
      self.assertions.push({ claims, header });
    },
    interactions: { url: (_ctx: Context, { uid }: { uid: string }) => `${mountPath(options)}/interaction/${uid}` },
    findAccount: (_ctx: Context, sub: string) => {
      const account = self.accountBySubject(sub);
      return account && { accountId: sub, claims: (use: string) => claimsFor(account, use) };
    },
    loadExistingGrant: (ctx: Parameters<typeof grantAll>[0]) => grantAll(ctx, options.programs),
    renderError: (ctx: Context, out: { error: string; error_description?: string }) => {
      ctx.type = "text/plain; charset=utf-8";
      ctx.body = `The identity provider refuses: ${out.error}: ${out.error_description ?? ""}\n`;
    },
  };
}

/** The issuer's path without a slash at its end. */
export function mountPath(options: ProviderOptions): string {
  return (options.issuerPath ?? "").replace(/\/$/, "");
}

/** Code, verifier, credentials and tokens of a token request, whether oidc-provider saw it or only a test's handler. */
async function secretsOf(ctx: Context): Promise<unknown[]> {
  const answer = (typeof ctx.body === "object" && ctx.body !== null ? ctx.body : {}) as Record<string, unknown>;
  const params =
    (ctx.oidc as Context["oidc"] | undefined)?.params ?? Object.fromEntries(await readForm(ctx).catch(() => []));
  const credentials = ctx.req.headers.authorization?.replace("Basic ", "");
  return [
    params["code"],
    params["code_verifier"],
    params["client_assertion"],
    params["refresh_token"],
    answer["refresh_token"],
    credentials,
    answer["access_token"],
    answer["id_token"],
  ];
}

export async function createProvider(self: IdentityProvider, options: ProviderOptions): Promise<Provider> {
  const ProviderClass = await load();
  const provider = new ProviderClass(self.issuer, configuration(self, options));
  provider.on("backchannel.error", (_ctx, error) => console.error("identity provider:", error));
  provider.on("server_error", (_ctx, error) => console.error("identity provider:", error));
  self.forgetClientKeys = async () => {
    const client = await provider.Client.find(self.client.id);
    client.asymmetricKeyStore.freshUntil = 0;
  };
  provider.use(async (ctx, next) => {
    await next();
    if (endpointOf(ctx.path) === "token") {
      self.noteSecrets(await secretsOf(ctx));
    }
  });
  provider.use(loginPage(provider, self.accounts));
  return provider;
}
