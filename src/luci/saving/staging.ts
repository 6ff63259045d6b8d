/** Staging of changes with rpcd's object `uci`. */
import type { UciCall } from "./changes";

/** The parameters of its methods. LuCI's own class `uci` loads what it writes, and the page may not read the package: it holds the secret. */
const methods = {
  add: ["config", "type", "name", "values"],
  set: ["config", "section", "values"],
  delete: ["config", "section", "options"],
  rename: ["config", "section", "name"],
  order: ["config", "sections"],
  revert: ["config"],
};

function stage(call: UciCall | { method: "revert" }): Promise<unknown> {
  const params = methods[call.method];
  const values: { [param: string]: unknown } = { ...call, config: "sso-login" };
  return rpc.declare({ object: "uci", method: call.method, params, reject: true })(
    ...params.map((name) => values[name]),
  );
}

/** Stages all calls or none. An earlier attempt may have left changes in the session, which no page shows: they are reverted first. */
export async function stageAll(calls: UciCall[]): Promise<void> {
  await stage({ method: "revert" });
  try {
    for (const call of calls) {
      await stage(call);
    }
  } catch (problem) {
    await stage({ method: "revert" });
    throw problem;
  }
}
