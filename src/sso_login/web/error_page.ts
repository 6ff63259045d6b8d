/**
 * The error page for people: what happened, what to do, the ways on, a reference; in the browser's language, without a script.
 * Nothing that a request says is shown, but a page to return to, in a link.
 */
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as names from "../base/names";
import * as texts from "../base/texts";
import * as values from "../base/values";
import type { Err, Facts } from "../result";
import * as option_forms from "../settings/option_forms";
import * as webui from "../settings/webui";
import * as causes from "./causes";
import * as errors from "./errors";
import * as languages from "./languages";
import * as late from "./late";
import type { Response } from "./output";
import * as requests from "./request";
import type { Environment } from "./request";
import * as responses from "./responses";

/** A link to another page: what it is called, and its address. */
interface Way {
  label: string;
  address: string;
}

/** Causes after which another account may have a role, and causes that neither a login nor a password mends. */
const with_account = ["refused", "not_allowed", "no_page", "too_weak"];
const without_login = ["logout_link", "no_https", "not_found", "too_large"];

/** Causes whose words speak of the password. */
const of_password = ["not_available", "switched_off"];

/** A text as it may be in HTML, also in an attribute. */
function escape_html(text: string): string {
  const amp = text.split("&").join("&amp;").split("<").join("&lt;").split(">").join("&gt;");
  return amp.split('"').join("&quot;");
}

/** A start at the same provider that leads back to the page that this one was to lead to; `prompt` is for the provider. */
function start_address(environment: Environment, base: string, prompt?: string): string {
  const name = environment.provider ?? names.first;
  const is_callback = environment.path_info === "/callback";
  const page = is_callback ? environment.return_to : requests.query_param(environment.query_string, "return_to");
  const params = name !== names.first ? ["provider=" + name] : [];
  if (prompt !== undefined) {
    params.push("prompt=" + prompt);
  }
  if (page !== undefined && option_forms.is_return_path(page, base)) {
    params.push("return_to=" + encoding.percent_encode(page));
  }
  return names.start_path + (params.length > 0 ? "?" + params.join("&") : "");
}

/** The ways on from a cause. */
function ways_of(environment: Environment, base: string, cause: string, facts: Facts, is_closed: boolean): Way[] {
  const list: Way[] = [];
  const host = facts.redirect_host;
  if (cause === "other_name" && typeof host === "string") {
    list.push({ label: "registered", address: "https://" + host + names.start_path });
  } else if (cause === "too_old") {
    list.push({ label: "again", address: start_address(environment, base, "login") });
  } else if (cause === "busy") {
    // The request itself: a callback that had to wait has not used up its login.
    list.push({ label: "again", address: "" });
  } else if (!without_login.includes(cause) && (is_closed || !of_password.includes(cause))) {
    list.push({ label: "again", address: start_address(environment, base) });
  }
  if (with_account.includes(cause)) {
    list.push({ label: "account", address: start_address(environment, base, "select_account") });
  }
  if (!without_login.includes(cause)) {
    if (!is_closed) {
      list.push({ label: "password", address: base + "?local=1" });
    }
  } else if (cause !== "no_https") {
    list.push({ label: "interface", address: base });
  }
  return list;
}

/** The page of a failure; `is_closed` while no password opens a session. */
export function make(io: Io, environment: Environment, failure: Err, reference: string, is_closed: boolean): Response {
  const spoken = languages.spoken(environment.accept_language);
  const facts = values.facts_of(failure);
  const host = facts.redirect_host;
  const seconds = facts.retry_after;
  const places = {
    address: typeof host === "string" ? escape_html("https://" + host + "/") : undefined,
    seconds: typeof seconds === "number" ? `${seconds}` : "60",
  };
  const speak = (id: string): string => texts.fill(spoken.words[id] ?? "", places);
  const cause = causes.cause_of(failure);
  const goes_on = late.may_be(environment, failure.error) && cause !== "other_name";
  const refresh =
    '<meta http-equiv="refresh" content="0;url=' + late.address(reference, environment.return_to) + '">\n';
  const ways = ways_of(environment, webui.path(io), cause, facts, is_closed);
  const links = ways.map((way) => '<li><a href="' + escape_html(way.address) + '">' + speak(way.label) + "</a></li>\n");
  const advice = is_closed && of_password.includes(cause) ? "closed_advice" : cause + "_advice";
  const list = links.length > 0 ? "<ul>\n" + links.join("") + "</ul>\n" : "";
  const body = [
    '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    goes_on ? refresh : "",
    "<title>" + speak(cause) + "</title>\n",
    '<link rel="stylesheet" href="' + names.style_path + '">\n</head>\n<body>\n<main>\n',
    "<h1>" + speak(cause) + "</h1>\n<p>" + speak(advice) + "</p>\n",
    list,
    "<p>" + speak("reference") + " <code>" + escape_html(reference) + "</code></p>\n",
    "</main>\n</body>\n</html>\n",
  ];
  return responses.html_page(errors.describe(failure.error).status, [], body.join(""));
}
