/** How changes are staged: all of them or none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { UciCall } from "../../src/luci/saving/changes";

const made: unknown[][] = [];
let refused: string | undefined;

/** LuCI's `rpc`, which here keeps the calls, and refuses one method. */
const rpc = {
  declare:
    ({ method }: { method: string }) =>
    (...args: unknown[]): Promise<void> => {
      made.push([method, ...args]);
      return method === refused ? Promise.reject(new Error("Permission denied")) : Promise.resolve();
    },
};
Object.assign(globalThis, { rpc });
// By a name that the compiler does not follow: it knows LuCI's variables in the pages alone.
const module: string = "../../src/luci/saving/staging";
const { stageAll } = (await import(module)) as { stageAll: (calls: UciCall[]) => Promise<void> };

const calls: UciCall[] = [
  { method: "set", section: "default", values: { scope: "openid" } },
  { method: "rename", section: "a", name: "b" },
  { method: "delete", section: "old" },
];
const sent = [
  ["revert", "sso-login"],
  ["set", "sso-login", "default", { scope: "openid" }],
  ["rename", "sso-login", "a", "b"],
];

test("changes of an earlier attempt are reverted first", async () => {
  await stageAll(calls);
  assert.deepEqual(made.splice(0), [...sent, ["delete", "sso-login", "old", undefined]]);
});

test("when a call is refused, those before it are reverted, and the page hears of it", async () => {
  refused = "rename";
  await assert.rejects(stageAll(calls), /Permission denied/);
  assert.deepEqual(made.splice(0), [...sent, ["revert", "sso-login"]]);
});
