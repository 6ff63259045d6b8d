/** Providers as they are: shapes made from the facts about providers, part A, each run through a whole login. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { standardRoles } from "../../e2e/support/scene.ts";
import { processKeys } from "../../box/provider/keys.ts";
import type { Case, Stage } from "../case.ts";
import type { Shape, ShapeKeys } from "../shaped-provider.ts";
import { shapes } from "./variants.ts";

/** A provider's variant: its shape with some changes, and how the login ends. */
export interface Variant {
  provider: string;
  does: string;
  shape: Shape;
  end: Case["end"];
  line?: RegExp;
  options?: Readonly<Record<string, string>>;
  /** E-mails and groups of the administrators; alice@example.org and router-admins. */
  admins?: { email?: readonly string[]; group?: readonly string[] };
  /** issuer_url is not what the provider says but this, from its origin on. */
  configured?: (origin: string) => string;
  /** Signs with an RSA key of 4096 bits. */
  largeKey?: boolean;
}

const publicKeyEncoding = { type: "spki", format: "pem" } as const;
const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;
let keys: ShapeKeys | undefined;
let large: ShapeKeys | undefined;

function shapeKeys(): ShapeKeys {
  const p384 = generateKeyPairSync("ec", { namedCurve: "P-384", publicKeyEncoding, privateKeyEncoding });
  keys ??= { ...processKeys(), ec384: createPrivateKey(p384.privateKey) };
  return keys;
}

function largeKeys(): ShapeKeys {
  const made = (): ShapeKeys => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 4096, publicKeyEncoding, privateKeyEncoding });
    return { ...shapeKeys(), rsa: createPrivateKey(rsa.privateKey) };
  };
  large ??= made();
  return large;
}

function toCase(variant: Variant): Case {
  const { provider, does, shape, end, line, options, admins, configured, largeKey } = variant;
  return {
    source: `part A, ${provider}`,
    does,
    end,
    line,
    roles: { ...standardRoles, admin: { ...standardRoles["admin"], ...admins } },
    options: ({ shaped }: Stage) => {
      shaped.become(shape, largeKey === true ? largeKeys() : shapeKeys());
      return { client_secret: shape.secret, ...options, issuer_url: configured?.(shaped.origin) ?? shaped.issuer };
    },
  };
}

export const shapeCases: readonly Case[] = shapes.map(toCase);
