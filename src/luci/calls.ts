/** The page's calls of the ubus object `sso-login`. */
import { readPath } from "./answers";

/** Everything that the page shows. */
export const callGet = rpc.declare({ object: "sso-login", method: "get", reject: true });

/** The service answers within 15 seconds, LuCI gives up after 20. */
export const callCheck = rpc.declare({
  object: "sso-login",
  method: "check",
  params: ["values", "roles"],
  reject: true,
  nobatch: true,
});

const callKeepCa = rpc.declare({ object: "sso-login", method: "keep_ca", params: ["pem"], reject: true });

/** Keeps a certificate on the router; answers with its path, or throws with the service's words. */
export async function keepCa(pem: string): Promise<string> {
  return readPath(await callKeepCa(pem));
}
