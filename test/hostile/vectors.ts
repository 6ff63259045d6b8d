/**
 * Writes the cases of `vectors` as data for the specs (test/unit/vectors_spec.lua): what each endpoint of the provider
 * answers, and how the login must end.
 *
 *   tsx test/hostile/vectors.ts build/vectors.json
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Context, Middleware } from "oidc-provider";
import { claimsFor, standardAccounts } from "../box/provider/accounts.ts";
import type { IdTokenEdit } from "../box/provider/id-tokens.ts";
import type { IdentityProvider } from "../box/provider/identity-provider.ts";
import { generateKeys, signJwt, type SigningKeys } from "../box/provider/keys.ts";
import { standardRoles } from "../e2e/support/scene.ts";
import { publicJwk, seconds, titleOf, type Case, type Replaceable, type Stage } from "./case.ts";
import { vectors } from "./cases.ts";

type Values = Record<string, unknown>;

const issuer = "https://idp.localhost:8443";
const addresses: Readonly<Record<Replaceable, string>> = {
  discovery: `${issuer}/.well-known/openid-configuration`,
  jwks: `${issuer}/jwks`,
  token: `${issuer}/token`,
  userinfo: `${issuer}/me`,
  other: `${issuer}/elsewhere`,
};
const nonce = "N".repeat(43);
const accessToken = "an-access-token";

/** The part of an identity provider that cases change, without a server. */
class ProviderData implements Partial<IdentityProvider> {
  readonly issuer = issuer;
  readonly client = { id: "router", secret: "client secret: 100% & + /=" };
  readonly keys: SigningKeys;
  readonly secrets = new Set<string>();
  readonly #behaviour = new Map<string, Middleware>();
  #edit: IdTokenEdit = () => undefined;

  constructor(keys: SigningKeys) {
    this.keys = keys;
  }

  editIdToken(edit: IdTokenEdit): void {
    this.#edit = edit;
  }

  misbehave(endpoint: string, behaviour: Middleware): void {
    this.#behaviour.set(endpoint, behaviour);
  }

  /** Answers of the endpoints for this user, by their addresses. */
  async answers(user: string): Promise<Values> {
    const account = standardAccounts().get(user);
    if (account === undefined) {
      throw new Error(`no user ${user}`);
    }
    const now = seconds();
    const at_hash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
    const times = { exp: now + 3600, iat: now };
    const token = {
      header: { alg: "RS256", typ: "JWT", kid: "rsa-1" },
      payload: { iss: issuer, aud: this.client.id, ...times, nonce, at_hash, ...claimsFor(account, "id_token") },
    };
    const id_token = this.#edit(token, undefined) ?? signJwt(token, this.keys, this.client.secret);
    this.secrets.add(id_token);
    const good: Readonly<Record<Replaceable, Values>> = {
      discovery: {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: addresses.token,
        jwks_uri: addresses.jwks,
        userinfo_endpoint: addresses.userinfo,
        authorization_response_iss_parameter_supported: true,
      },
      jwks: {
        keys: [
          publicJwk(this.keys.rsa, { kid: "rsa-1", use: "sig", alg: "RS256" }),
          publicJwk(this.keys.ec, { kid: "ec-1", use: "sig", alg: "ES256" }),
        ],
      },
      token: { access_token: accessToken, token_type: "Bearer", expires_in: 300, id_token },
      userinfo: claimsFor(account, "userinfo"),
      other: {},
    };
    const made: Values = {};
    for (const [endpoint, document] of Object.entries(good)) {
      made[addresses[endpoint as Replaceable]] = await this.#answer(endpoint, document);
    }
    return made;
  }

  async #answer(endpoint: string, document: Values): Promise<Values> {
    const ctx = { status: 200, type: "application/json", body: document as unknown };
    await this.#behaviour.get(endpoint)?.(ctx as Context, () => Promise.resolve());
    const body = typeof ctx.body === "string" ? ctx.body : JSON.stringify(ctx.body);
    return { status: ctx.status, content_type: ctx.type, body };
  }
}

async function toVector(entry: Case, keys: SigningKeys, foreign: SigningKeys): Promise<Values> {
  const { end, line, role, options, roles = standardRoles, user = "alice", setUp, asks = {}, email, logout } = entry;
  const provider = new ProviderData(keys);
  const stage = { provider: provider as unknown as IdentityProvider, foreign } as Stage;
  await setUp?.(stage);
  const counts = Object.entries(asks).map(([endpoint, count]) => [addresses[endpoint as Replaceable], count]);
  return {
    name: titleOf(entry),
    end,
    line: [line ?? []].flat(),
    role: role ?? "admin",
    email,
    uci: { issuer_url: issuer, client_id: provider.client.id, client_secret: provider.client.secret, ...options },
    roles: Object.entries(roles).map(([name, rules]) => ({ name, ...rules })),
    answers: await provider.answers(user),
    id_token: [...provider.secrets][0],
    asks: Object.fromEntries(counts) as Values,
    logout: logout && { status: logout.status, line: [logout.line ?? []].flat(), form: logout.form(stage) },
  };
}

const [target = "build/vectors.json"] = process.argv.slice(2);
// One moment for all, however long this takes.
const began = Date.now();
Date.now = () => began;
const keys = generateKeys();
const foreign = generateKeys();
const made: Values[] = [];
for (const entry of vectors) {
  made.push(await toVector(entry, keys, foreign));
}
writeFileSync(
  target,
  JSON.stringify({ now: seconds(), nonce, access_token: accessToken, issuer, addresses, vectors: made }),
);
