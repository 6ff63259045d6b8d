/** The order of the sessions on the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byPerson } from "../../src/luci/people/session_order";

test("a person's sessions stand together, the newest first, and so do people", () => {
  const sessions = [{ who: "ada", since: 1 }, { who: "bo", since: 2 }, { who: "cy" }, { who: "ada", since: 3 }];
  assert.deepEqual(
    byPerson(sessions).map(({ who, since }) => `${who} ${since ?? "-"}`),
    ["ada 3", "ada 1", "bo 2", "cy -"],
  );
});
