/**
 * Tests of the native layer: tsx test/native/run.ts [what ...]
 *
 *   crypto      both backends in both bindings under sanitizers (the default, with contract and https)
 *   contract    the functions of both backends as C has them
 *   host        the same without the sanitizers
 *   https       the HTTPS client in both bindings, plain and under sanitizers
 *   valgrind    the same under valgrind
 *   ucode, ucode-https  in a real ucode, see ucodeTarget()
 *   mbedtls36   the mbedtls backend on mbedtls 3.6
 *   curl-mbedtls  the HTTPS client on libcurl as OpenWrt builds it, on mbedtls 2.28 and 3.6
 *   architectures, or one of armhf, arm64, mipsel, s390x: both backends there, under qemu
 *
 * SEED repeats a run but for the keys, ROUNDS (default 20; 5 in `make test`) says how many random mutations each signature gets.
 */
import { randomBytes } from "node:crypto";
import { comment, finish } from "../tap.js";
import { contractRun } from "./contract.js";
import { cryptoCases, cryptoSuite } from "./crypto.js";
import { architectures, curlTarget, foreignTargets, mbedtls36Target } from "./foreign.js";
import { httpsSuite } from "./https/suite.js";
import type { Backend, Binding, Target } from "./target.js";
import { backends, bindings, hostTarget, sanitizedTarget, ucodeTarget, valgrindTarget } from "./target.js";

const wanted = process.argv.slice(2);
if (wanted.length === 0) wanted.push("contract", "crypto", "https");

/** One list of cases for every target, so that all are alike. */
async function cryptoRuns(targets: Target[], rounds: number): Promise<void> {
  const seed = process.env["SEED"] ?? randomBytes(8).toString("hex");
  const cases = cryptoCases(seed, rounds);
  comment(`${cases.length} crypto cases, SEED=${seed}`);
  // Two at a time: as many as a small machine has processors.
  for (let i = 0; i < targets.length; i += 2) {
    await Promise.all(targets.slice(i, i + 2).map((target) => cryptoSuite(target, cases)));
  }
}

/** Side by side: they mostly wait. */
async function httpsRuns(targets: Target[], patience = 3): Promise<void> {
  const limits = { tls13: true, addresses: true, shortest: 0, patience };
  await Promise.all(targets.map((target) => httpsSuite(target, limits)));
}

function each(target: (backend: Backend, binding: Binding) => Target): Target[] {
  return bindings.flatMap((binding) => backends.map((backend) => target(backend, binding)));
}

const rounds = Number(process.env["ROUNDS"] ?? 20);
for (const what of wanted) {
  if (what === "contract") for (const backend of backends) contractRun(backend);
  else if (what === "host") await cryptoRuns(each(hostTarget), rounds);
  else if (what === "crypto") await cryptoRuns(each(sanitizedTarget), rounds);
  else if (what === "https") {
    for (const binding of bindings) {
      await httpsRuns([hostTarget("openssl", binding), sanitizedTarget("openssl", binding)]);
    }
  } else if (what === "ucode") {
    await cryptoRuns([hostTarget("mbedtls"), ucodeTarget("mbedtls")], rounds);
  } else if (what === "ucode-https") {
    await httpsRuns([ucodeTarget("openssl")]);
  } else if (what === "valgrind") {
    await cryptoRuns(each(valgrindTarget), 1);
    for (const binding of bindings) await httpsRuns([valgrindTarget("openssl", binding)], 10);
  } else if (what === "curl-mbedtls") {
    await httpsSuite(curlTarget("2.28"), { tls13: false, addresses: false, shortest: 2, patience: 1 });
    await httpsSuite(curlTarget("3.6"), { tls13: true, addresses: true, shortest: 2, patience: 1 });
  } else if (what === "mbedtls36") await cryptoRuns([hostTarget("mbedtls"), mbedtls36Target()], rounds);
  else {
    const chosen = Object.keys(architectures).filter((arch) => what === arch || what === "architectures");
    if (chosen.length === 0) throw new Error(`run.ts: what is ${what}?`);
    await cryptoRuns([hostTarget("openssl"), ...chosen.flatMap(foreignTargets)], 2);
  }
}
finish();
