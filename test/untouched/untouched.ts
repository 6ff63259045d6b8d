/**
 * Leaves a suite the router of ROUTER=… as it found it? Files, modes, owners, pending changes and sessions are compared.
 *
 *   tsx test/untouched/untouched.ts SUITE...
 */
import { run } from "../box/command.ts";
import { differences, stateOf } from "../box/saved-state.ts";
import { chosenRouter } from "../e2e/support/scene.ts";
import { finish, report } from "../tap.ts";

const router = chosenRouter();
const sessions = async (): Promise<string[]> => (await router.sessions()).map(({ id }) => id);

/** Without the variables of the make that runs this. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MAKE|MFLAGS|TESTS)/.test(name)));

for (const suite of process.argv.slice(2)) {
  const before = [await stateOf(router), await sessions()] as const;
  const { code, stdout } = await run("make", [`test-${suite}`], { env });
  const failed = stdout.split("\n").filter((line) => line.startsWith("not ok"));
  report(`${suite} passes`, code === 0 ? undefined : failed.join("\n"));
  const left = differences(before[0], await stateOf(router));
  const opened = (await sessions()).filter((id) => !before[1].includes(id));
  const found = [...left, ...opened.map((id) => `+ session ${id}`)];
  report(`${suite} leaves the router as it was`, found.length === 0 ? undefined : found.join("\n"));
}
finish();
