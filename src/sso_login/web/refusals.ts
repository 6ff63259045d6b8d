/** What a request that is refused gets: an answer for programs, the error page for people, or the page that it came too late for. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import { err, type Err } from "../result";
import * as sections from "../settings/sections";
import * as errors from "./errors";
import type { Response } from "./output";
import * as rate_limit from "./rate_limit";
import type { Environment } from "./request";

const password_login = () => require("../passwords/transitions") as typeof import("../passwords/transitions");
const late = () => require("./late") as typeof import("./late");
const token_exchange = () => require("./endpoints/token_exchange") as typeof import("./endpoints/token_exchange");

/** The error page for people. */
function make_page(io: Io, environment: Environment, failure: Err, reference: string): Response {
  const is_off = sections.option_of(io, "password_login") === "off";
  const error_page = require("./error_page") as typeof import("./error_page");
  return error_page.make(io, environment, failure, reference, is_off && password_login().are_all_refused(io));
}

/** The error page of a failure, and its log line (errors.ts). */
export function refuse(io: Io, environment: Environment, failure: Err): Response {
  const count_refusal = (caller_io: Io): boolean => rate_limit.count_refusal(caller_io);
  // A program reads no pages. What fails before the option is known counts by its path: anything may be missing on the router.
  if (environment.is_exchange ?? environment.path_info === names.exchange_path_info) {
    const page = errors.refuse(io, environment, failure, count_refusal);
    return token_exchange().in_json(page, failure, environment.authorization);
  }
  return errors.refuse(io, environment, failure, count_refusal, make_page);
}

/** What the landing page shows whom a callback has sent there that came too late (late.ts); undefined for all others. */
export function late_page(io: Io, environment: Environment): Response | undefined {
  const reference = late().reference_of(environment);
  const is_refused = reference !== "" && !late().has_live_session(io, environment.cookie);
  return is_refused ? make_page(io, environment, err("STATE_NOT_FOUND"), reference) : undefined;
}
