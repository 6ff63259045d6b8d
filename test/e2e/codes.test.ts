/** Every code of the service is reached by an end-to-end test or a hostile provider, and has the status that the tests expect. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { errors } from "../../src/sso_login/web/errors.ts";
import { repositoryRoot } from "../box/locations.ts";
import { statusOf } from "./support/expect.ts";

describe("codes", () => {
  test("the service knows the same codes as the tests", () => {
    const known = Object.entries(errors).map(([code, entry]) => [code, entry?.status]);
    assert.deepEqual(Object.fromEntries(known), statusOf);
  });

  test("each code has a test that expects it", () => {
    const files = ["test/e2e", "test/hostile/cases"].flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder))
        .filter((name) => name.endsWith(".ts") && name !== "codes.test.ts")
        .map((name) => join(repositoryRoot, folder, name)),
    );
    const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
    assert.deepEqual(
      Object.keys(statusOf).filter((code) => !text.includes(`"${code}"`)),
      [],
    );
  });
});
