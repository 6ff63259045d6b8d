/**
 * The error page for people: the headline, advice, the ways on, a reference; in the browser's language, without a script. Of the request
 * it shows nothing but a page to return to, in a link. A headline (an id in `words`, by explain/explanation) joins failures that call for the
 * same words and ways on.
 */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as log_texts from "../base/log_texts";
import * as failure_facts from "../base/failure_facts";
import * as explanation from "../explain/explanation";
import type { Err, ErrAnswer, Fact } from "../result";
import * as option_forms from "../settings/option_forms";
import * as webui from "../settings/webui";
import * as errors from "./errors";
import * as late_callback from "./late_callback";
import * as negotiation from "./negotiation";
import * as provider_choice from "./provider_choice";
import type { Request } from "./web_request";
import * as responses from "./responses";
import type { Response } from "./responses";

/** A link to another page: its label, an id in `words`, and its address. */
interface Way {
  label: string;
  address: string;
}

/** Headlines after which another account may have a role, and those that neither a login nor a password mends. */
const with_account = ["refused", "not_allowed", "no_page", "too_weak"];
const without_login = ["logout_link", "no_https", "not_found", "too_large"];

/** Headlines whose words speak of the password. */
const of_password = ["not_available", "switched_off"];

/** A text as it may be in HTML, also in an attribute. */
function escape_html(text: string): string {
  const amp = text.split("&").join("&amp;").split("<").join("&lt;").split(">").join("&gt;");
  return amp.split('"').join("&quot;");
}

/** The page at which the refused login was to end: that of the login, or the one that a refused start names. */
function return_page_of(request: Request, failure: Err): string | undefined {
  const of_start = request.path !== "/callback" ? request.query.values.return_to : undefined;
  return (failure.answer ?? {}).return_to ?? of_start;
}

/** The address of a start at a provider that leads back to a page, with these parameters (endpoints/start). */
function start_address(provider: string, page: string | undefined, base: string, wishes: string[]): string {
  const params = (provider !== public_names.first ? ["provider=" + provider] : []).concat(wishes);
  if (page !== undefined && option_forms.is_return_path(page, base)) {
    params.push("return_to=" + bytes.percent_encode(page));
  }
  return public_names.start_path + (params.length > 0 ? "?" + params.join("&") : "");
}

/** The mark of a login that begins again by itself. */
const again = "again=1";

/** The landing page's answer where a login may begin again. A redirect keeps what tells the start which site has begun all this. */
export function begin_again(io: Io, request: Request): Response {
  const provider = provider_choice.of_page(io, request);
  const page = request.query.values.return_to;
  return responses.redirect(start_address(provider, page, webui.path(io), [again]), []);
}

/** The router, as the ways on need it. */
interface Router {
  /** The name that is registered at the provider, where the login began under another one. */
  readonly host: Fact;
  /** The path of the web interface. */
  readonly base: string;
  /** Whether no password opens a session. */
  readonly is_closed: boolean;
  /** The address of a new start with these parameters. */
  readonly start_with: (this: void, wishes: string[]) => string;
}

/** The ways on below a headline. */
function ways_of(headline: string, router: Router, answer: ErrAnswer): Way[] {
  const host = router.host;
  const base = router.base;
  const is_closed = router.is_closed;
  const list: Way[] = [];
  if (answer.log_out_at !== undefined) {
    list.push({ label: "provider", address: answer.log_out_at });
  }
  if (headline === "other_name" && typeof host === "string") {
    list.push({ label: "registered", address: "https://" + host + public_names.start_path });
  } else if (headline === "too_old") {
    list.push({ label: "again", address: router.start_with(["prompt=login"]) });
  } else if (headline.startsWith("busy")) {
    // The request itself: a callback that had to wait has not used up its login.
    list.push({ label: "again", address: "" });
  } else if (!without_login.includes(headline) && (is_closed || !of_password.includes(headline))) {
    list.push({ label: "again", address: router.start_with([]) });
  }
  if (with_account.includes(headline)) {
    const refused = answer.account !== undefined ? ["refused=" + answer.account] : [];
    list.push({ label: "account", address: router.start_with(["prompt=select_account"].concat(refused)) });
  }
  if (!without_login.includes(headline)) {
    if (!is_closed) {
      list.push({ label: "password", address: base + "?local=1" });
    }
  } else if (headline !== "no_https") {
    list.push({ label: "interface", address: base });
  }
  return list;
}

/** The page of a failure; `is_closed` while no password opens a session. */
export function make(io: Io, request: Request, failure: Err, reference: string, is_closed: boolean): Response {
  const spoken = negotiation.choose_language(request.accept_language);
  const facts = failure_facts.open(failure);
  const host = facts.redirect_host;
  const answer = failure.answer ?? {};
  const seconds = answer.retry_after;
  const places = {
    address: typeof host === "string" ? escape_html("https://" + host + "/") : undefined,
    seconds: seconds !== undefined ? `${seconds}` : "60",
  };
  const speak = (id: string): string => log_texts.fill(spoken.words[id] ?? "", places);
  const headline = explanation.headline_of(failure.error, facts);
  const return_page = return_page_of(request, failure);
  const goes_on = late_callback.goes_on(request, failure) && headline !== "other_name";
  const base = webui.path(io);
  const start_with = (wishes: string[]): string =>
    start_address(provider_choice.of_page(io, request), return_page, base, wishes);
  const next = late_callback.address(reference, start_with(failure.meaning === "begin_again" ? [again] : []));
  const refresh = '<meta http-equiv="refresh" content="0;url=' + escape_html(next) + '">\n';
  const ways = ways_of(headline, { host, base, is_closed, start_with }, answer);
  const links = ways.map((way) => '<li><a href="' + escape_html(way.address) + '">' + speak(way.label) + "</a></li>\n");
  // The kinds of certificates share an advice.
  const own_advice = spoken.words[headline + "_advice"] !== undefined ? headline + "_advice" : "certificate_advice";
  const advice = is_closed && of_password.includes(headline) ? "closed_advice" : own_advice;
  const not_asked = answer.log_out_at !== undefined ? "<p>" + speak("not_asked") + "</p>\n" : "";
  const list = links.length > 0 ? "<ul>\n" + links.join("") + "</ul>\n" : "";
  const body = [
    '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    goes_on ? refresh : "",
    "<title>" + speak(headline) + "</title>\n",
    '<link rel="stylesheet" href="' + public_names.style_path + '">\n</head>\n<body>\n<main>\n',
    "<h1>" + speak(headline) + "</h1>\n<p>" + speak(advice) + "</p>\n",
    not_asked,
    list,
    is_closed ? "<p>" + speak("closed_way") + "</p>\n" : "",
    "<p>" + speak("reference") + " <code>" + escape_html(reference) + "</code></p>\n",
    "</main>\n</body>\n</html>\n",
  ];
  return responses.html_page(errors.describe(failure.error).status, [], body.join(""));
}
