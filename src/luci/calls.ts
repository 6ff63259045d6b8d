/** The page's calls of the ubus object `sso-login`. */
import { readPath } from "./answers";

/** Everything that the page shows. */
export const callGet = rpc.declare({ object: "sso-login", method: "get", reject: true });

/** The service answers within 15 seconds, LuCI gives up after 20. */
export const callCheck = rpc.declare({
  object: "sso-login",
  method: "check",
  params: ["values", "roles", "providers", "provider"],
  reject: true,
  nobatch: true,
});

/** What the check that is running tries. */
export const callCheckStep = rpc.declare({ object: "sso-login", method: "check_step", reject: true, nobatch: true });

const callKeepCa = rpc.declare({ object: "sso-login", method: "keep_ca", params: ["pem", "provider"], reject: true });

/** Keeps a certificate on the router for a provider; answers with its path, or throws with the service's words. */
export async function keepCa(pem: string, provider: string): Promise<string> {
  return readPath(await callKeepCa(pem, provider));
}

/** Makes a key of the router, or removes the older ones; the public ones are in the answer. */
export const callKey = rpc.declare({ object: "sso-login", method: "key", params: ["alg", "retire"], reject: true });

/** Ends a session by the hash of its id. */
export const callEndSession = rpc.declare({ object: "sso-login", method: "end_session", params: ["id"], reject: true });

/** `off` on trial, `confirm` or `on`; and whether sessions end that passwords opened. */
export const callPasswordLogin = rpc.declare({
  object: "sso-login",
  method: "password_login",
  params: ["state", "end_sessions"],
  reject: true,
});

/** The last logins and refusals. */
export const callHistory = rpc.declare({ object: "sso-login", method: "history", reject: true, nobatch: true });

/** What somebody would get. */
export const callPreview = rpc.declare({
  object: "sso-login",
  method: "preview",
  params: ["values", "roles", "providers", "provider", "email", "groups", "sub"],
  reject: true,
});

/** Begins a test login; what it has come to tells the other. */
export const callTestStart = rpc.declare({
  object: "sso-login",
  method: "test_start",
  params: ["values", "roles", "providers", "provider"],
  reject: true,
});
export const callTestResult = rpc.declare({ object: "sso-login", method: "test_result", reject: true });
