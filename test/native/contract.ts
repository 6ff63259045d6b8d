/** contract.c built against a backend and run: the native functions as C has them. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { comment, report } from "../tap.js";
import { type Backend, build, root, source } from "./target.js";

const libraries: Readonly<Record<Backend, string>> = { mbedtls: "-lmbedcrypto", openssl: "-lcrypto" };

/** Link-time optimization lets the compiler see native_memzero() where it is called. */
const plain = ["-std=gnu11", "-O2", "-flto", "-Wall", "-Wextra", "-fsanitize=nonnull-attribute", "-fsanitize-undefined-trap-on-error"]; // prettier-ignore

function compile(backend: Backend): string {
  const folder = join(build, "contract");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, backend);
  const counted = join(folder, `native_crypto.${backend}.o`);
  const flags = ["-std=gnu11", "-O2", "-fsanitize-coverage=trace-pc", `-I${source}`];
  execFileSync("gcc", [...flags, "-c", "-o", counted, join(source, "native_crypto.c")], { stdio: "inherit" });
  const files = ["native_key.c", "native_base64url.c", "native_trust.c", `crypto_${backend}.c`].map((name) =>
    join(source, name),
  );
  const test = join(root, "test/native/contract.c");
  const rest = ["-lpthread", "-lcurl", libraries[backend]];
  execFileSync("gcc", [...plain, `-I${source}`, "-o", program, test, ...files, counted, ...rest], { stdio: "inherit" });
  return program;
}

export function contractRun(backend: Backend): void {
  const { status, stdout, signal } = spawnSync(compile(backend), [], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const [verdict = "", ...name] = line.split(" ");
    report(`contract in C, ${backend}: ${name.join(" ")}`, verdict === "ok" ? undefined : "does not hold");
  }
  const end = status === 0 && lines.length > 0 ? undefined : `status ${String(status)}, signal ${String(signal)}`;
  report(`contract in C, ${backend}: runs to its end`, end);
  comment(`contract in C, ${backend}: ${lines.length} checks`);
}
