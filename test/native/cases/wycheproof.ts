import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Case, exactly } from "../case.js";
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
  ["rsa_signature_2048_sha256_test.json", "RS256"],
  ["ecdsa_secp256r1_sha256_p1363_test.json", "ES256"],
] as const;

/**
 * The meaning of "acceptable" here, by file and test number; docs/native.md has the reasons. A vector that is
 * acceptable and not listed is an error, so that an update of the files is noticed.
 */
const acceptable: Record<string, boolean> = {
  "RS256 8": false, // DigestInfo without the NULL that RFC 8017 asks for
};

/** Project Wycheproof's vectors, and the files of them that are not there. */
export function wycheproofCases(directory: string): { cases: Case[]; missing: string[] } {
  const cases: Case[] = [];
  const missing = files.map(([file]) => file).filter((file) => !existsSync(join(directory, file)));
  for (const [file, alg] of files.filter(([name]) => !missing.includes(name))) {
    for (const group of (JSON.parse(readFileSync(join(directory, file), "utf8")) as VectorFile).testGroups) {
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
