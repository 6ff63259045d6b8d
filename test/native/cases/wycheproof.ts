import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Case, exactly } from "../case.js";
import { type Key, type Random, algorithms } from "../keys.js";
import { signedCases } from "./signatures.js";

interface VectorFile {
  testGroups: { publicKeyPem: string; tests: Vector[] }[];
}

interface Vector {
  tcId: number;
  comment: string;
  msg: string;
  sig: string;
  result: "valid" | "acceptable" | "invalid";
}

const files = [
  { file: "rsa_signature_2048_sha256_test.json", alg: "RS256", count: 259 },
  { file: "ecdsa_secp256r1_sha256_p1363_test.json", alg: "ES256", count: 262 },
];

/**
 * What "acceptable" means here, by file and test number; docs/native.md has the reasons. A vector that is
 * acceptable and not listed is an error, so that an update of the files is noticed.
 */
const acceptable: Record<string, boolean> = {
  "RS256 8": false, // DigestInfo without the NULL that RFC 8017 asks for
};

/** Project Wycheproof's vectors. For each file of `missing`, which is not there, as many generated cases stand in. */
export function wycheproofCases(
  directory: string,
  random: Random,
  keys: readonly Key[],
): { cases: Case[]; missing: string[] } {
  const cases: Case[] = [];
  const missing: string[] = [];

  for (const { file, alg, count } of files) {
    const path = join(directory, file);
    if (!existsSync(path)) {
      missing.push(file);
      const algorithm = algorithms.filter((one) => one.alg === alg);
      for (let had = 0, made: Case[]; had < count; had += made.length) {
        made = signedCases("generated", random, algorithm, keys, 5).slice(0, count - had);
        cases.push(...made);
      }
      continue;
    }
    for (const group of (JSON.parse(readFileSync(path, "utf8")) as VectorFile).testGroups) {
      for (const vector of group.tests) {
        const id = `${alg} ${vector.tcId}`;
        const args = [Buffer.from(vector.msg, "hex"), Buffer.from(vector.sig, "hex"), Buffer.from(group.publicKeyPem)];
        cases.push(
          exactly("vectors", `${id} ${vector.comment}`, `verify_${alg.toLowerCase()}`, args, verdict(id, vector)),
        );
      }
    }
  }
  return { cases, missing };
}

function verdict(id: string, { result }: Vector): boolean {
  if (result !== "acceptable") return result === "valid";
  const decided = acceptable[id];
  if (decided === undefined) throw new Error(`Wycheproof ${id} is "acceptable": decide it in wycheproof.ts`);
  return decided;
}
