/** Temporary files and child processes end with their process, however it ends. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../box/command.ts";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

const source = `import { test } from "node:test";
  import { temporaryFolder } from "${repositoryRoot}/test/temporary.ts";
  test("goes on", async () => {
    const folder = temporaryFolder("lasting-", process.env.FOLDER);
    for (;;) {
      console.log(folder);
      await new Promise((done) => setTimeout(done, 20));
    }
  });`;

test("a test whose runner is killed removes its folders", async () => {
  const folder = temporaryFolder("temporary-");
  writeFileSync(join(folder, "lasting.test.ts"), source);
  const runner = spawn("node", ["--import", "tsx", "test/run-files.ts", "1", folder, "lasting"], {
    cwd: repositoryRoot,
    env: { ...process.env, FOLDER: folder, NODE_TEST_CONTEXT: undefined },
  });
  const [line] = (await once(runner.stdout, "data")) as [Buffer];
  const made = /\S+lasting-\w+/.exec(line.toString())?.[0] ?? "";
  assert.ok(existsSync(made), line.toString());
  runner.kill("SIGKILL");
  assert.ok(await until(() => !existsSync(made)), made);
});
