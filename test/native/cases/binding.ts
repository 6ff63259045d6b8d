import { type Case, exactly } from "../case.js";
import type { Argument } from "../runner.js";

const types = ["nil", "table", "function", "coroutine", "userdata", "hostile", "inf", "nan"];
const values = [...types.map((lua) => ({ lua })), true, 7] as Argument[];

/** How many strings each function takes; those that answer with a verdict. */
const functions = {
  verify: 4,
  verify_rs256: 3,
  verify_es256: 3,
  constant_time_eq: 2,
  sha256: 1,
  hmac_sha256: 2,
  base64url_encode: 1,
  base64url_decode: 1,
  random: 1,
  alg_hash: 2,
  make_key: 1,
  sign: 3,
  jwk_to_pem: 3,
  jwk_rsa_to_pem: 2,
  jwk_ec_p256_to_pem: 2,
};
const verdicts = ["verify", "verify_rs256", "verify_es256", "constant_time_eq"];

/** Every function with values of every type in every place: never an error, always the plain refusal. */
export function bindingCases(): Case[] {
  const cases = Object.entries(functions).flatMap(([call, count]) => {
    const add = (name: string, args: Argument[]): Case =>
      exactly("types", `${call}: ${name}`, call, args, verdicts.includes(call) ? false : "invalid argument");
    const places = Array.from({ length: count }, (_, at) => at);
    const changed = places.flatMap((place) =>
      values
        .filter((value) => call !== "random" || value !== 7)
        .map((value) => {
          const args = places.map((at) => (at === place ? value : Buffer.from("bytes")));
          return add(`${JSON.stringify(value)} as argument ${place + 1}`, args);
        }),
    );
    return [add("nothing", []), ...changed];
  });
  const check: Case["check"] = ({ results: [name] }, backend) =>
    String(name) === backend ? undefined : `expected ${backend}, got ${String(name)}`;
  return [...cases, { group: "types", name: "backend", call: "backend", args: [], check }];
}
