/** `sso-login register`: registers this router at a provider, updates the registration or removes it. */
import * as console from "io/console";
import * as json from "io/json";
import type { Io } from "../../base/io";
import * as public_names from "../../base/public_names";
import * as strings from "../../base/strings";
import * as json_values from "../../base/json_values";
import type { Order } from "../../registration/registration_options";
import * as registering from "../../registration/registering";
import * as option_forms from "../../settings/option_forms";
import * as command_outcome from "./command_outcome";

/** Bytes of the largest initial access token. */
const max_token = 16384;

/** The arguments as an order; a text says what is wrong with them. */
function parse(args: string[]): { order: Order; token_file?: string } | string {
  const order: Order = { action: "register", provider: public_names.first, options: {}, token: "" };
  let token_file: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = json_values.text_of(args[at]);
    const next = args[at + 1];
    if (arg === "--key") {
      order.options.token_endpoint_auth_method = "private_key_jwt";
    } else if (arg === "--dry-run") {
      order.action = "show";
    } else if (arg === "--update" || arg === "--remove" || arg === "--forget") {
      order.action = arg.substring("--".length) as Order["action"];
    } else if (arg === "--token-file" && next !== undefined) {
      token_file = next;
      at += 1;
    } else if (arg === "--provider" && next !== undefined) {
      order.provider = next;
      at += 1;
    } else if (arg.startsWith("-") || order.options.issuer_url !== undefined) {
      return "register does not take " + arg;
    } else {
      order.options.issuer_url = arg;
    }
  }
  if (order.provider !== public_names.first && !option_forms.is_provider_name(order.provider)) {
    return "a provider's name has only A-Z a-z 0-9 _";
  }
  return { order, token_file };
}

/** The token in a file, or in standard input for `-`; undefined where there is none. */
function read_token(io: Io, file: string): string | undefined {
  const text = file === "-" ? io.read_input(max_token) : io.read_file(file, max_token);
  const token = strings.split_words((text ?? "").split("\n").join(" ").split("\r").join(""), " ")[0];
  return token !== undefined && strings.is_visible_ascii(token) ? token : undefined;
}

/** Carries out the order of the arguments, and prints the findings; with `--dry-run` the metadata. */
export function run(io: Io, args: string[]): number {
  const parsed = parse(args);
  if (typeof parsed === "string") {
    return command_outcome.wrong_usage(parsed);
  }
  if (parsed.token_file !== undefined) {
    const token = read_token(io, parsed.token_file);
    if (token === undefined) {
      return command_outcome.wrong_usage("there is no token in " + parsed.token_file);
    }
    parsed.order.token = token;
  }
  const done = registering.carry_out(io, parsed.order);
  if (parsed.order.action === "show" && done.client_metadata !== undefined) {
    console.print(json.encode(done.client_metadata));
  }
  return command_outcome.print_report(done.report);
}
