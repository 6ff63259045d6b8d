/** How long the service waits: a web server's script slots are few. A file of its own, as it takes its time. */
import assert from "node:assert/strict";
import { providerHost } from "../box/provider/identity-provider.ts";
import { slow } from "../box/provider/misbehaviour.ts";
import { expectRefusal } from "./support/expect.ts";
import { sceneSuite } from "./support/suite.ts";

sceneSuite(
  "patience",
  {},
  {
    "all calls of one request together end within 25 seconds": async (scene) => {
      await scene.configure({ http_timeout: "20" });
      const client = scene.client();
      const address = await scene.reachCallback(client, "ursula");
      scene.provider.misbehave("token", slow(8500));
      scene.provider.misbehave("jwks", slow(8500));
      scene.provider.misbehave("userinfo", slow(15_000));
      const start = Date.now();
      const hop = await client.request(address, { initiator: providerHost });
      const seconds = (Date.now() - start) / 1000;
      await expectRefusal(scene, hop, "USERINFO_NETWORK_ERROR");
      assert.ok(seconds > 20 && seconds < 27, `it took ${String(seconds)} s`);
    },
  },
);
