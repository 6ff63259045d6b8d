/** All test suites, in the order in which they run. */

export interface Suite {
  name: string;
  /** The make target that runs it: everything before a push, or what takes long. */
  target: "test" | "test-long";
  /** Run from the root of the repository. */
  command: string[];
  /** What must exist for the suite to be there at all. */
  files: string;
  /** The command counts nothing: its exit status is one test. */
  single?: boolean;
}

const make = ["make", "--no-print-directory"];

export const suites: readonly Suite[] = [
  { name: "lint", target: "test", command: [...make, "lint"], files: "scripts/lint.ts", single: true },
  { name: "tools", target: "test", command: [...make, "test-tools"], files: "test/tools" },
  { name: "luci", target: "test", command: [...make, "test-luci"], files: "test/luci" },
  { name: "unit", target: "test", command: [...make, "test-unit"], files: "test/unit/support" },
  { name: "ucode", target: "test", command: [...make, "test-ucode"], files: "test/ucode" },
  { name: "contract", target: "test", command: [...make, "contract"], files: "test/contract/run.sh" },
  { name: "native", target: "test", command: [...make, "test-native"], files: "test/native/run.ts" },
  { name: "e2e", target: "test", command: [...make, "test-e2e"], files: "test/e2e" },
  { name: "browser", target: "test", command: [...make, "test-browser"], files: "test/browser" },
  { name: "hostile", target: "test", command: [...make, "test-hostile"], files: "test/hostile" },
  { name: "package", target: "test", command: [...make, "test-package"], files: "test/package" },
  { name: "native-long", target: "test-long", command: [...make, "test-native-long"], files: "test/native/run.ts" },
  { name: "crash", target: "test-long", command: [...make, "test-crash"], files: "test/crash" },
  {
    name: "e2e on OpenSSL",
    target: "test-long",
    command: [...make, "test-e2e", "CRYPTO=openssl"],
    files: "test/e2e",
  },
];
