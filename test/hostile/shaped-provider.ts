/** A provider that takes any shape: issuer, addresses, keys, tokens and UserInfo as a table says. */
import { createHash, randomBytes, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { issueCertificate } from "../box/certificates.ts";
import { withResolvers } from "../box/command.ts";
import { internalProviderHost, providerHost } from "../box/provider/identity-provider.ts";
import type { Scene } from "../e2e/support/scene.ts";
import { compact, es256, mac, rs256, type Signer } from "./sign.ts";

type Values = Record<string, unknown>;

/** What a provider is like, as far as a login meets it. */
export interface Shape {
  /** Path of the issuer: "", "/" or longer. */
  issuer: string;
  /** Addresses: paths at the issuer's origin, or `back:/…` at another one. */
  authorization: string;
  token: string;
  jwks: string;
  userinfo?: string;
  endSession?: string;
  /** `token_endpoint_auth_methods_supported`; undefined leaves it out. */
  methods?: readonly string[];
  /** How the client is registered. */
  accepts: "client_secret_basic" | "client_secret_post" | "either";
  secret: string;
  /** Whether it decodes what RFC 6749 section 2.3.1 has clients encode in a Basic header. */
  decodes: boolean;
  /** Where its discovery document redirects to: the end of a path at its origin, or a whole address. */
  redirect?: string;
  /** Whether it names itself in its answers (RFC 9207). */
  namesItself: boolean;
  /** Further members of the discovery document. */
  discovery?: Values;
  algorithm: "RS256" | "ES256" | "ES384" | "HS256";
  /** The JWK Set, made from the public key that signs. */
  keys: (own: Values) => unknown;
  /** The `kid` in the token's header; undefined leaves it out. */
  kid?: string;
  atHash: boolean;
  /** The ID Token is the access token as well. */
  oneToken?: boolean;
  /** Claims of the ID Token beside iss, sub, aud, exp, iat and nonce; they may replace these. */
  claims: (time: number) => Values;
  /** UserInfo beside sub. */
  told?: Values;
  /** UserInfo as a signed JWT. */
  signedUserInfo?: boolean;
}

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
}

/** The keys that shapes sign with. */
export interface ShapeKeys {
  rsa: KeyObject;
  ec: KeyObject;
  ec384: KeyObject;
}

const subject = "5f2c-alice";
const userAgent = /^sso-login\/\d+\.\d+\.\d+$/;

export class ShapedProvider {
  readonly origin: string;
  readonly backOrigin: string;
  readonly #server: Server;
  readonly #scene: Scene;
  readonly #grants = new Map<string, Grant>();
  readonly #accessTokens = new Set<string>();
  #shape: Shape | undefined;
  #keys: ShapeKeys | undefined;

  private constructor(server: Server, scene: Scene) {
    const port = String((server.address() as AddressInfo).port);
    this.origin = `https://${providerHost}:${port}`;
    this.backOrigin = `https://${internalProviderHost}:${port}`;
    this.#server = server;
    this.#scene = scene;
    server.on("request", (request, response) => void this.#serve(request, response));
  }

  static async start(scene: Scene, folder: string): Promise<ShapedProvider> {
    const { certFile, keyFile } = await issueCertificate(scene.authority, folder, [providerHost, internalProviderHost]);
    const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    const { promise, resolve } = withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    return new ShapedProvider(server, scene);
  }

  get issuer(): string {
    return this.origin + (this.#shape?.issuer ?? "");
  }

  /** Takes a shape. */
  become(shape: Shape, keys: ShapeKeys): void {
    this.#shape = shape;
    this.#keys = keys;
  }

  reset(): void {
    this.#shape = undefined;
    this.#grants.clear();
    this.#accessTokens.clear();
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #url(address: string): string {
    return address.startsWith("back:") ? this.backOrigin + address.slice(5) : this.origin + address;
  }

  #document(shape: Shape): Values {
    const optional = (address: string | undefined): string | undefined => address && this.#url(address);
    return {
      issuer: this.issuer,
      authorization_endpoint: this.#url(shape.authorization),
      token_endpoint: this.#url(shape.token),
      jwks_uri: this.#url(shape.jwks),
      userinfo_endpoint: optional(shape.userinfo),
      end_session_endpoint: optional(shape.endSession),
      token_endpoint_auth_methods_supported: shape.methods,
      authorization_response_iss_parameter_supported: shape.namesItself || undefined,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [shape.algorithm],
      ...shape.discovery,
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `https://${request.headers.host ?? ""}`);
    const here = url.origin + url.pathname;
    const shape = this.#shape;
    const json = (status: number, body: unknown): void =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const document = `${this.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    if (shape === undefined) {
      json(404, {});
    } else if (here !== this.#url(shape.authorization) && !userAgent.test(request.headers["user-agent"] ?? "")) {
      // As a filter before the provider keeps robots out.
      response.writeHead(403, { "Content-Type": "text/html" }).end("Who are you?");
    } else if (here === document && shape.redirect !== undefined) {
      const there = shape.redirect.startsWith("https:") ? shape.redirect : url.pathname + shape.redirect;
      response.writeHead(301, { Location: there }).end();
    } else if (here === document + (shape.redirect ?? "")) {
      json(200, this.#document(shape));
    } else if (here === this.#url(shape.jwks)) {
      json(200, shape.keys(this.#publicKey(shape)));
    } else if (here === this.#url(shape.authorization)) {
      response.writeHead(302, { Location: this.#authorize(shape, url.searchParams) }).end();
    } else if (here === this.#url(shape.token) && request.method === "POST") {
      json(...this.#exchange(shape, new URLSearchParams(await bodyOf(request)), request.headers.authorization ?? ""));
    } else if (shape.userinfo !== undefined && here === this.#url(shape.userinfo)) {
      this.#tell(shape, request, response);
    } else {
      json(404, {});
    }
  }

  /** The browser's way through: somebody is logged in here already. */
  #authorize(shape: Shape, params: URLSearchParams): string {
    const code = randomBytes(16).toString("hex");
    const redirectUri = params.get("redirect_uri") ?? "";
    const challenge = params.get("code_challenge") ?? "";
    this.#grants.set(code, { challenge, nonce: params.get("nonce") ?? "", redirectUri });
    const target = new URL(redirectUri);
    target.searchParams.set("code", code);
    target.searchParams.set("state", params.get("state") ?? "");
    if (shape.namesItself) {
      target.searchParams.set("iss", this.issuer);
    }
    return target.href;
  }

  /** Whether the client is who it says, by the method that it is registered for and no other. */
  #authenticated(shape: Shape, form: URLSearchParams, authorization: string): boolean {
    const { id } = this.#scene.provider.client;
    if (authorization === "") {
      const right = form.get("client_id") === id && form.get("client_secret") === shape.secret;
      return right && shape.accepts !== "client_secret_basic";
    }
    const given = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
    const parts = given.split(":");
    const pair = shape.decodes ? parts.map((part) => new URLSearchParams(`x=${part}`).get("x")) : parts;
    const right = pair.length === 2 && pair[0] === id && pair[1] === shape.secret && !form.has("client_secret");
    return right && shape.accepts !== "client_secret_post";
  }

  #exchange(shape: Shape, form: URLSearchParams, authorization: string): [number, Values] {
    const code = form.get("code") ?? "";
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    this.#scene.provider.noteSecrets([code, verifier, shape.secret, authorization.replace(/^Basic /, "")]);
    if (!this.#authenticated(shape, form, authorization)) {
      return [401, { error: "invalid_client" }];
    }
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const right =
      form.get("grant_type") === "authorization_code" &&
      grant?.challenge === challenge &&
      grant.redirectUri === form.get("redirect_uri");
    if (!right) {
      return [400, { error: "invalid_grant" }];
    }
    const opaque = randomBytes(24).toString("base64url");
    const id_token = this.#idToken(shape, grant.nonce, opaque);
    const access_token = shape.oneToken === true ? id_token : opaque;
    this.#accessTokens.add(access_token);
    this.#scene.provider.noteSecrets([id_token, access_token]);
    return [200, { access_token, id_token, token_type: "Bearer", expires_in: 300, scope: "openid" }];
  }

  #idToken(shape: Shape, nonce: string, accessToken: string): string {
    const time = Math.floor(Date.now() / 1000);
    const at_hash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
    return this.#sign(shape, {
      iss: this.issuer,
      sub: subject,
      aud: this.#scene.provider.client.id,
      exp: time + 300,
      iat: time,
      nonce,
      at_hash: shape.atHash ? at_hash : undefined,
      ...shape.claims(time),
    });
  }

  #tell(shape: Shape, request: IncomingMessage, response: ServerResponse): void {
    const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    if (!this.#accessTokens.has(token)) {
      response.writeHead(401).end();
      return;
    }
    const values = { sub: subject, ...shape.told };
    if (shape.signedUserInfo === true) {
      response.writeHead(200, { "Content-Type": "application/jwt" }).end(this.#sign(shape, values));
    } else {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(values));
    }
  }

  #sign({ algorithm, kid, secret }: Shape, payload: Values): string {
    const { rsa, ec } = this.#signingKeys();
    const signers: Record<Shape["algorithm"], Signer> = {
      RS256: rs256(rsa),
      ES256: es256(ec),
      // No key of the service's fits: the algorithm is refused before.
      ES384: es256(ec),
      HS256: mac(secret),
    };
    return compact({ alg: algorithm, typ: "JWT", kid }, payload, signers[algorithm]);
  }

  #signingKeys(): ShapeKeys {
    if (this.#keys === undefined) {
      throw new Error("no keys for this shape");
    }
    return this.#keys;
  }

  #publicKey({ algorithm, kid }: Shape): Values {
    const { rsa, ec, ec384 } = this.#signingKeys();
    const key = algorithm === "ES384" ? ec384 : algorithm === "ES256" ? ec : rsa;
    const { kty, n, e, crv, x, y } = key.export({ format: "jwk" });
    return { kty, n, e, crv, x, y, kid, use: "sig", alg: algorithm };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
