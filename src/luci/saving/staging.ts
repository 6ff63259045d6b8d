/** Staging of changes with rpcd's object `uci`. */
import type { UciCall } from "./uci_call";

const config = "sso-login";

/**
 * The page may write the package and not read it, as it holds the secret: LuCI's own class `uci`, which loads what it
 * writes, cannot be used.
 */
const uci = {
  add: rpc.declare({ object: "uci", method: "add", params: ["config", "type", "name", "values"], reject: true }),
  set: rpc.declare({ object: "uci", method: "set", params: ["config", "section", "values"], reject: true }),
  delete: rpc.declare({ object: "uci", method: "delete", params: ["config", "section", "options"], reject: true }),
  rename: rpc.declare({ object: "uci", method: "rename", params: ["config", "section", "name"], reject: true }),
  order: rpc.declare({ object: "uci", method: "order", params: ["config", "sections"], reject: true }),
  revert: rpc.declare({ object: "uci", method: "revert", params: ["config"], reject: true }),
};

function stage(call: UciCall): Promise<unknown> {
  switch (call.method) {
    case "add":
      return uci.add(config, call.type, call.name, call.values);
    case "set":
      return uci.set(config, call.section, call.values);
    case "delete":
      return uci.delete(config, call.section, call.options);
    case "order":
      return uci.order(config, call.sections);
    case "rename":
      return uci.rename(config, call.section, call.name);
  }
}

/** Stages all calls or none. An earlier attempt may have left changes in the session, which no page shows: they are reverted first. */
export async function stageAll(calls: UciCall[]): Promise<void> {
  await uci.revert(config);
  try {
    for (const call of calls) {
      await stage(call);
    }
  } catch (problem) {
    await uci.revert(config);
    throw problem;
  }
}
