/**
 * Whether this program can serve logins: a start of a login runs, in memory alone, and everything is loaded that its callback may need. A
 * part that is missing or broken ends the program, as it would end the login.
 */
import * as bytes from "io/bytes";
import * as json from "io/json";
import * as native from "io/native";
import * as https from "../base/https";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as public_names from "../base/public_names";
import * as failed_call from "../explain/failed_call";
import * as key_failure from "../explain/key_failure";
import * as missing_role from "../explain/missing_role";
import * as refused_response from "../explain/refused_response";
import * as short_reason from "../explain/short_reason";
import * as login_again from "../login/login_again";
import * as surplus_logins from "../login/surplus_logins";
import * as password_events from "../passwords/password_events";
import * as client_assertion from "../protocol/client_assertion";
import * as login_lacks from "../protocol/login_lacks";
import * as pushed_request from "../protocol/pushed_request";
import * as userinfo from "../protocol/userinfo";
import { ok } from "../result";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import * as supervisor from "../rpcd/supervisor";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";
import * as clean_up from "../web/clean_up";
import * as client_limit from "../web/client_limit";
import * as callback from "../web/endpoints/callback";
import * as start from "../web/endpoints/start";
import * as error_page from "../web/error_page";
import * as failed_callback from "../web/failed_callback";
import * as refusal from "../web/refusal";
import * as routes from "../web/routes";
import * as web_request from "../web/web_request";
import * as words from "../web/words";
import * as words_de from "../web/generated/words_de";
import * as words_fr from "../web/generated/words_fr";

/**
 * A member of each module that starts and callbacks load late, unless another one loads it: to name one loads its module, and all that it
 * loads itself.
 */
export const late: unknown[] = [
  https.make,
  failed_call.explain,
  key_failure.explain,
  missing_role.explain,
  refused_response.refused,
  short_reason.of_notes,
  login_again.with_meaning,
  surplus_logins.surplus,
  password_events.catch_up,
  client_assertion.sign,
  login_lacks.note,
  pushed_request.push_request,
  userinfo.fetch_userinfo,
  refresh_tokens.keep,
  supervisor.tell,
  clean_up.clean,
  client_limit.count_client,
  start.admit,
  callback.admit,
  error_page.make,
  failed_callback.with_facts,
  refusal.refuse,
  words.words,
  words_de.words,
  words_fr.words,
];

/** Calls a function of each native part: the C modules, and those of the system's libraries, of which each is loaded when it is called. */
export function load_native(io: Io): void {
  native.load_crypto();
  native.load("sso_login.native_https");
  bytes.hex_encode("");
  json.encode({});
  io.open_log();
  io.fnmatch("", "");
  io.list_dir(io.paths.run_dir);
  io.file_info(io.paths.run_dir);
  io.uci_get(public_names.package_name, public_names.first, "enabled");
  io.ubus_call("session", "access", {});
  io.lock("/dev/null");
  io.unlock("/dev/null");
}

/** A document that a provider with this issuer could have. */
function document_of(issuer: string): string {
  const at = (name: string): string => issuer + "/" + name;
  return json.encode({
    issuer,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    jwks_uri: at("jwks"),
    response_types_supported: json.list(["code"]),
  });
}

/** Makes a start of this process harmless: nothing is written, and a provider answers without a call. */
function isolate(io: Io, issuer: string): void {
  // The run directory is as after a boot.
  const read_file = io.read_file;
  const file_info = io.file_info;
  io.read_file = (path, max_bytes) => (path.startsWith(io.paths.run_dir) ? undefined : read_file(path, max_bytes));
  io.file_info = (path) => (path.startsWith(io.paths.run_dir) ? undefined : file_info(path));
  io.https = () => ok({ status: 200, content_type: "application/json", body: document_of(issuer) });
  io.write_file = () => true;
  io.rename = () => false;
  io.remove = () => false;
  io.make_dir = () => "exists";
  // Not the first request of a minute, which cleans up.
  io.append_byte = () => 2;
  io.lock = () => true;
  io.log = () => undefined;
}

/**
 * Loads everything, and runs a start of a login at the first provider that is on; also what a wrong configuration refuses has run. Returns
 * the status of the answer. Afterwards this process can do nothing else.
 */
export function run_start(io: Io): number {
  load_native(io);
  const provider = saved_config.providers_with(io, "issuer_url")[0] ?? public_names.first;
  isolate(io, json_values.text_of(package_sections.option_of(io, "issuer_url", provider)));
  const request = web_request.parse({
    method: "GET",
    https: true,
    path_info: "/",
    query_string: "provider=" + provider,
    cookie: "",
    remote_addr: "127.0.0.1",
    host: "",
    content_type: "",
    authorization: "",
    accept: "",
    accept_language: "",
  });
  return routes.handle(io, request).status;
}
