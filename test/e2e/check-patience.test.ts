/** How long the check takes at most. A file of its own, as it waits. */
import assert from "node:assert/strict";
import { slow, trickle } from "../box/provider/misbehaviour.ts";
import { check, troubles } from "./support/check.ts";
import { sceneSuite } from "./support/suite.ts";

sceneSuite(
  "check of a slow provider",
  {},
  {
    "ends within 15 seconds when every answer is slow and the last one trickles": async (scene) => {
      await scene.configure({ http_timeout: "20" });
      scene.provider.misbehave("discovery", slow(4000));
      scene.provider.misbehave("jwks", slow(4000));
      scene.provider.misbehave("token", trickle);
      const start = Date.now();
      // The time that is left does not do for authorization requests.
      assert.deepEqual(troubles(await check(scene)), [
        "error no_answer TOKEN_ENDPOINT_NETWORK_ERROR",
        "warning redirect_untold",
      ]);
      const seconds = (Date.now() - start) / 1000;
      assert.ok(seconds < 15, `it took ${String(seconds)} s`);
    },
  },
);
