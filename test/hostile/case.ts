/** What a case of the hostile suite says, and the words that cases are made of. */
import type { Context, Middleware } from "oidc-provider";
import type { IdentityProvider } from "../box/provider/identity-provider.ts";
import type { Jwt, SigningKeys } from "../box/provider/keys.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import type { Role } from "../box/router.ts";
import type { Client, Hop } from "../e2e/support/client.ts";
import type { Code, Remains } from "../e2e/support/expect.ts";
import type { Scene } from "../e2e/support/scene.ts";
import type { BadServers } from "./bad-servers.ts";
import type { ShapedProvider } from "./shaped-provider.ts";

/** Where a case plays. */
export interface Stage {
  scene: Scene;
  provider: IdentityProvider;
  /** Keys that nobody published. */
  foreign: SigningKeys;
  bad: BadServers;
  shaped: ShapedProvider;
}

export type Options = Readonly<Record<string, string | readonly string[]>>;
export type SetUp = (stage: Stage) => void | Promise<void>;

/** One login, and how it must end. */
export interface Case {
  /** The conformance module, or the section of the facts about providers, that asks for it. */
  source: string;
  /** What the provider does. */
  does: string;
  /** "login", or the code of the refusal; the code decides the status (`statusOf`). */
  end: Code | "login";
  /** What the log line must say. */
  line?: RegExp;
  /** Who logs in; alice. */
  user?: string;
  /** The role that a login gets; admin. */
  role?: string;
  /** Options of the service beyond the standard ones. */
  options?: Options | ((stage: Stage) => Options);
  /** Roles instead of the standard ones. */
  roles?: Readonly<Record<string, Role>>;
  setUp?: SetUp;
  /** The query of the address at which the login starts. */
  start?: (stage: Stage) => Readonly<Record<string, string>>;
  /** Where the landing page is told to go. */
  to?: string;
  /** A login before this one, so that discovery document and JWK Set are cached. */
  warm?: boolean;
  /** The moment before the browser follows the redirect to the callback; may lead it elsewhere. */
  bringBack?: (address: URL, stage: Stage) => URL | string | void;
  /** What is looked at when the login has ended. */
  after?: (stage: Stage, hop: Hop, client: Client) => void | Promise<void>;
  remains?: Remains;
  /** What the provider posts to end the session of the login, and how the service answers. */
  logout?: { form: (stage: Stage) => string; status: 200 | 400; line?: RegExp | undefined };
}

/** A module that asks for what the service does not have. */
export interface NotApplicable {
  source: string;
  does: string;
  notApplicable: string;
}

export type Entry = Case | NotApplicable;

/** Several set-ups one after the other. */
export const all =
  (...steps: SetUp[]): SetUp =>
  async (stage) => {
    for (const step of steps) {
      await step(stage);
    }
  };

/** The provider signs a token changed like this. */
export const token =
  (change: (token: Jwt) => unknown): SetUp =>
  ({ provider }) =>
    provider.editIdToken((given) => void change(given));

/** The provider's ID Token has other claims; undefined leaves one out. */
export const claims = (values: Record<string, unknown>): SetUp =>
  token(({ payload }) => Object.assign(payload, values));

/** The provider's ID Token has other header fields, and the signature that its `alg` asks for. */
export const headers = (values: Record<string, unknown>): SetUp => token(({ header }) => Object.assign(header, values));

/** The provider sends this instead of its ID Token. */
export const forge =
  (make: (token: Jwt, stage: Stage, ctx: Context | undefined) => string): SetUp =>
  (stage) =>
    stage.provider.editIdToken((given, ctx) => make(given, stage, ctx));

/** The provider publishes other keys; `published` are RSA and P-256. */
export const jwks =
  (change: (published: Record<string, unknown>[], stage: Stage) => unknown): SetUp =>
  (stage) =>
    stage.provider.misbehave(
      "jwks",
      editJson((document) => {
        document["keys"] = change(document["keys"] as Record<string, unknown>[], stage);
      }),
    );

type Replaceable = "discovery" | "jwks" | "token" | "userinfo" | "other";

/** An endpoint behaves otherwise. */
export const behaves =
  (endpoint: Replaceable, behaviour: Middleware | ((stage: Stage) => Middleware), late = false): SetUp =>
  (stage) =>
    stage.provider.misbehave(
      endpoint,
      late ? (behaviour as (stage: Stage) => Middleware)(stage) : (behaviour as Middleware),
    );

/** Fields of a JSON answer are others. */
export const fields = (endpoint: Replaceable, values: Record<string, unknown>): SetUp =>
  behaves(
    endpoint,
    editJson((document) => void Object.assign(document, values)),
  );

/** Unix time, some seconds from now. */
export function seconds(offset = 0): number {
  return Math.floor(Date.now() / 1000) + offset;
}

/** Cases of one source. */
export function from(source: string, entries: readonly Omit<Case, "source">[]): Case[] {
  return entries.map((entry) => ({ source, ...entry }));
}
