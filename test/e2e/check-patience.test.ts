/** How long the check takes at most. A file of its own, as it waits. */
import assert from "node:assert/strict";
import { slow, trickle } from "../box/provider/misbehaviour.ts";
import { check, type Report, troubles } from "./support/check.ts";
import { sceneSuite } from "./support/suite.ts";

/** Seconds that a function takes. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = Date.now();
  await work();
  return (Date.now() - start) / 1000;
}

sceneSuite(
  "check of providers that take their time",
  {},
  {
    "ends within 15 seconds when the provider hangs": async (scene) => {
      await scene.configure({ http_timeout: "20" });
      scene.provider.misbehave("discovery", slow(40_000));
      let report: Report | undefined;
      const seconds = await secondsOf(async () => (report = await check(scene)));
      assert.deepEqual(report && troubles(report), ["error no_answer OIDC_DISCOVERY_FAILED", "warning not_tried"]);
      assert.ok(seconds < 15, `it took ${String(seconds)} s`);
    },

    "ends within 15 seconds when every answer is slow and the last one trickles": async (scene) => {
      await scene.configure({ http_timeout: "20" });
      scene.provider.misbehave("discovery", slow(4000));
      scene.provider.misbehave("jwks", slow(4000));
      scene.provider.misbehave("token", trickle);
      let report: Report | undefined;
      const seconds = await secondsOf(async () => (report = await check(scene)));
      assert.deepEqual(report && troubles(report), ["error no_answer TOKEN_ENDPOINT_NETWORK_ERROR"]);
      assert.ok(seconds < 15, `it took ${String(seconds)} s`);
    },
  },
);
