/** Calls of the service: failures become exceptions with the service's words. */
import assert from "node:assert/strict";
import { test } from "node:test";

let answer: unknown;
/** LuCI's `rpc`, which here gives one answer to all. */
Object.assign(globalThis, { rpc: { declare: () => () => Promise.resolve(answer) } });
// By a name that the compiler does not follow: it knows LuCI's variables in the pages alone.
const module: string = "../../src/luci/saving/calls";
const { callCheck, callGet } = (await import(module)) as { [name in "callCheck" | "callGet"]: () => Promise<unknown> };

test("an error of the service is thrown with its words", async () => {
  answer = { error: "another check is running" };
  await assert.rejects(callCheck(), /^Error: another check is running$/);
});

test("an answer that is missing is thrown, and not taken for empty settings or a good report", async () => {
  for (const missing of [undefined, null, 0, ""]) {
    answer = missing;
    await assert.rejects(callGet(), /^Error: no answer$/);
  }
});

test("any other answer is given as it is", async () => {
  answer = { ok: true, findings: [] };
  assert.equal(await callCheck(), answer);
});
