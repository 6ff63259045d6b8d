/** Type of the hostile suite's cases, and functions that cases are made of. */
import type { KeyObject } from "node:crypto";
import type { Context, Middleware } from "oidc-provider";
import type { IdentityProvider } from "../box/provider/identity-provider.ts";
import type { Jwt, SigningKeys } from "../box/provider/keys.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import type { Role } from "../box/router.ts";
import { statusOf, type Code, type Remains } from "../e2e/support/expect.ts";
import type { Scene } from "../e2e/support/scene.ts";
import { compact, rs256, type Signer } from "./sign.ts";

/** Environment of a case. */
export interface Stage {
  scene: Scene;
  provider: IdentityProvider;
  /** Keys that no one published. */
  foreign: SigningKeys;
}

export type Values = Record<string, unknown>;
export type Options = Readonly<Record<string, string | readonly string[]>>;
export type Line = string | readonly string[];
export type SetUp = (stage: Stage) => void | Promise<void>;

/** One login, and how it must end. */
export interface Case {
  /** The conformance module, or the section of the facts about providers, that asks for it. */
  source: string;
  /** Title: the provider's behaviour. */
  does: string;
  /** "login", or the code of the refusal; the code decides the status (`statusOf`). */
  end: Code | "login";
  /** Texts of the log line. */
  line?: Line;
  /** Account that logs in; alice by default. */
  user?: string;
  /** The role that a login gets; admin. */
  role?: string;
  /** Options of the service beyond the standard ones. */
  options?: Options;
  /** Roles instead of the standard ones. */
  roles?: Readonly<Record<string, Role>>;
  setUp?: SetUp;
  /** How often endpoints are asked. */
  asks?: Partial<Record<Replaceable, number>>;
  /** The e-mail of the session that the login opens. */
  email?: string;
  remains?: Remains;
  /** Logout token that the provider posts for the session of the login, and the service's answer. */
  logout?: { form: (stage: Stage) => string; status: 200 | 400; line?: Line };
}

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
export const claims = (values: Values | (() => Values)): SetUp =>
  token(({ payload }) => Object.assign(payload, typeof values === "function" ? values() : values));

/** The provider's ID Token has other header fields, and the signature that its `alg` asks for. */
export const headers = (values: Values): SetUp => token(({ header }) => Object.assign(header, values));

/** The provider sends this instead of its ID Token. */
export const forge =
  (make: (token: Jwt, stage: Stage, ctx: Context | undefined) => string): SetUp =>
  (stage) =>
    stage.provider.editIdToken((given, ctx) => make(given, stage, ctx));

/** The signature of the provider's RSA key. */
export const own = ({ provider }: Stage): Signer => rs256(provider.keys.rsa);

/** Other header fields, and a signature that need not fit them. */
export const signs = (signer: (stage: Stage) => Signer, fields: Values = {}): SetUp =>
  forge(({ header, payload }, stage) => compact({ ...header, ...fields }, payload, signer(stage)));

/** A right signature below any two texts or values. */
export const signsText = (make: (header: Values, payload: Values) => [unknown, unknown]): SetUp =>
  forge(({ header, payload }, stage) => compact(...make(header, payload), own(stage)));

/** The public half of a key as a JWK. */
export function publicJwk(key: KeyObject, more: Values = {}): Values {
  const { kty, n, e, crv, x, y } = key.export({ format: "jwk" });
  return JSON.parse(JSON.stringify({ kty, n, e, crv, x, y, ...more })) as Values;
}

/** The provider publishes other keys; `published` are RSA and P-256. */
export const jwks =
  (change: (published: Values[], stage: Stage) => unknown): SetUp =>
  (stage) =>
    stage.provider.misbehave(
      "jwks",
      editJson((document) => void (document["keys"] = change(document["keys"] as Values[], stage))),
    );

export type Replaceable = "discovery" | "jwks" | "token" | "userinfo" | "other";

/** An endpoint behaves otherwise. */
export const behaves =
  (endpoint: Replaceable, behaviour: Middleware): SetUp =>
  ({ provider }) =>
    provider.misbehave(endpoint, behaviour);

/** Fields of a JSON answer are others. */
export const fields = (endpoint: Replaceable, values: Values): SetUp =>
  behaves(
    endpoint,
    editJson((document) => void Object.assign(document, values)),
  );

/** Unix time, some seconds from now. */
export function seconds(offset = 0): number {
  return Math.floor(Date.now() / 1000) + offset;
}

/** A value in short, in ASCII. */
export const shown = (value: unknown): string =>
  value === undefined
    ? "left out"
    : JSON.stringify(value)
        .replaceAll(/[^ -~]/g, "?")
        .slice(0, 60);

type Row = Omit<Case, "source" | "does" | "end">;

/** Cases of one source with one end, by what the provider does: its set-up, or the whole case. */
export function cases(source: string, end: Case["end"], table: Record<string, SetUp | Row>, more: Row = {}): Case[] {
  return Object.entries(table).map(([does, row]) => ({
    source,
    does,
    end,
    ...more,
    ...(typeof row === "function" ? { setUp: row } : row),
  }));
}

/** A case for each value; `does` ends with the value. */
export function each(
  source: string,
  end: Case["end"],
  does: string,
  values: readonly unknown[],
  make: (value: never) => SetUp | Row,
  more: Row = {},
): Case[] {
  const table = values.map((value): [string, SetUp | Row] => [`${does} ${shown(value)}`, make(value as never)]);
  return cases(source, end, Object.fromEntries(table), more);
}

/** A case in one line. */
export function titleOf({ source, does, end }: Case): string {
  return `${source}: ${does} -> ${end === "login" ? "302 login" : `${String(statusOf[end])} ${end}`}`;
}
