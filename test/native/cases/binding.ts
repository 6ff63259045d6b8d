import { type Argument, type Case, type Special, exactly, refused } from "../case.js";

const group = "types";
const values: Special[] = ["nil", "true", "table", "function", "coroutine", "userdata", "hostile", "inf", "nan"];

/** Every function with values of every type in every place: never an error, always the plain refusal. */
export function bindingCases(): Case[] {
  const functions: [call: string, count: number, verdict: boolean][] = [
    ["verify", 4, true],
    ["verify_rs256", 3, true],
    ["verify_es256", 3, true],
    ["constant_time_eq", 2, true],
    ["sha256", 1, false],
    ["hmac_sha256", 2, false],
    ["random", 1, false],
    ["alg_hash", 2, false],
    ["jwk_to_pem", 3, false],
    ["jwk_rsa_to_pem", 2, false],
    ["jwk_ec_p256_to_pem", 2, false],
  ];
  const cases: Case[] = [];

  for (const [call, count, verdict] of functions) {
    const add = (name: string, args: Argument[]): void => {
      cases.push(
        verdict
          ? exactly(group, `${call}: ${name}`, call, args, false)
          : refused(group, `${call}: ${name}`, call, args, "invalid argument"),
      );
    };
    add("nothing", []);
    for (let position = 0; position < count; position++) {
      for (const value of [...values, 7]) {
        if (call === "random" && value === 7) continue;
        const args: Argument[] = Array.from({ length: count }, () => Buffer.from("bytes"));
        args[position] = value;
        add(`${value} as argument ${position + 1}`, args);
      }
    }
  }
  cases.push({
    group,
    name: "backend",
    call: "backend",
    args: [],
    check: (result) =>
      [Buffer.from("mbedtls"), Buffer.from("openssl")].some((name) => result === `s${name.toString("hex")}`)
        ? undefined
        : `unknown backend ${result}`,
    deterministic: false,
  });
  return cases;
}
