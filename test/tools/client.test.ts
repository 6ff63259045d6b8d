/** The end-to-end tests' HTTP client. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { Client } from "../e2e/support/client.ts";

it("asks the system for names that are not below .localhost, as a real router's is not", async () => {
  const server = createServer((request, response) => response.end(request.headers.host));
  server.listen(0);
  await once(server, "listening");
  const port = String((server.address() as AddressInfo).port);
  try {
    for (const name of ["localhost", "router.localhost"]) {
      assert.equal((await new Client([]).request(`http://${name}:${port}/`)).body, `${name}:${port}`);
    }
  } finally {
    server.close();
  }
});
