/**
 * An HTTP client that behaves like a browser where logins depend on it: cookies with their rules, SameSite by the page
 * at which a navigation began, forms. It follows no redirect by itself and records every hop.
 */
import { readFileSync } from "node:fs";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { patience, withResolvers } from "../../box/command.ts";
import { CookieJar, parseSetCookie } from "./cookie-jar.ts";

/** One request and its answer. */
export interface Hop {
  method: string;
  url: URL;
  status: number;
  /** Header lines as received, names in lower case. */
  headers: [string, string][];
  body: string;
  /** The Cookie header that was sent, "" for none. */
  sentCookies: string;
}

export interface RequestDetails {
  method?: string;
  headers?: Record<string, string>;
  /** A form's fields; makes the method POST. */
  form?: Record<string, string>;
  body?: string;
  /** Host of the page that leads there, for SameSite; absent when the address was typed. */
  initiator?: string;
  /** The request target as it goes over the wire, where a URL object would tidy it up. */
  rawTarget?: string;
  /** The Cookie header instead of the jar's. */
  cookie?: string;
  /** Path at which following redirects ends: the redirect to it is the last hop. */
  stopBefore?: string;
}

/** Names below .localhost are this machine: browsers know that, Node.js does not. */
const lookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname.endsWith(".localhost") ? "127.0.0.1" : hostname, options, callback);
};

/** Authorities by their text: node would read them anew for each connection. */
const contexts = new Map<string, SecureContext>();

function contextFor(authorities: readonly string[]): SecureContext {
  const key = authorities.join("\n");
  const context = contexts.get(key) ?? createSecureContext({ ca: [...authorities] });
  contexts.set(key, context);
  return context;
}

const maxRedirects = 10;
const secretParameters = ["code", "state", "nonce", "stoken", "handover", "id_token_hint"];

export class Client {
  readonly jar = new CookieJar();
  /** Everything so far, oldest first. */
  readonly hops: Hop[] = [];
  /** The address that requests come from, where it is not the usual one. */
  from: string | undefined;
  readonly #https: HttpsAgent;
  readonly #http = new HttpAgent({ keepAlive: false });

  /** `caFiles`: the authorities to trust. */
  constructor(caFiles: readonly string[]) {
    const secureContext = contextFor(caFiles.map((file) => readFileSync(file, "utf8")));
    this.#https = new HttpsAgent({ secureContext, keepAlive: false });
  }

  /** Values that only the browser may know: cookies, and the secrets that pass through its address line. */
  secrets(): string[] {
    const found = this.hops.flatMap((hop) => [
      ...headerValues(hop, "set-cookie").map((line) => parseSetCookie(line).value),
      ...secretParameters.map((name) => hop.url.searchParams.get(name) ?? ""),
      ...(isRedirect(hop) ? secretParameters.map((name) => location(hop).searchParams.get(name) ?? "") : []),
    ]);
    return [...new Set(found)].filter((value) => value.length >= 8);
  }

  /** One request; its answer is also stored in `hops`. */
  async request(address: string | URL, details: RequestDetails = {}): Promise<Hop> {
    const url = new URL(address);
    const body = details.form === undefined ? details.body : new URLSearchParams(details.form).toString();
    const method = details.method ?? (details.form === undefined ? "GET" : "POST");
    const sentCookies = details.cookie ?? this.jar.header({ url, method, initiator: details.initiator });
    const headers: Record<string, string> = { ...details.headers };
    if (sentCookies !== "") {
      headers["Cookie"] = sentCookies;
    }
    if (details.form !== undefined) {
      headers["Content-Type"] = "application/x-www-form-urlencoded";
    }
    if (body !== undefined) {
      headers["Content-Length"] = String(Buffer.byteLength(body));
    }
    const answer = await this.#send(url, { method, headers, path: details.rawTarget }, body);
    const hop = { method, url, sentCookies, ...answer };
    for (const line of headerValues(hop, "set-cookie")) {
      this.jar.store(url, line);
    }
    this.hops.push(hop);
    return hop;
  }

  /** Requests, then follows redirects until there is none, as part of the same navigation. */
  async navigate(address: string | URL, details: RequestDetails = {}): Promise<Hop> {
    let hop = await this.request(address, details);
    for (let count = 0; isRedirect(hop) && location(hop).pathname !== details.stopBefore; count += 1) {
      if (count === maxRedirects) {
        throw new Error(`more than ${String(maxRedirects)} redirects, last to ${location(hop).href}`);
      }
      hop = await this.request(location(hop), { initiator: details.initiator });
    }
    return hop;
  }

  /** Fills in the form of a page and follows where that leads. */
  submit(page: Hop, fields: Record<string, string>, details: RequestDetails = {}): Promise<Hop> {
    if (!page.body.includes("<form")) {
      throw new Error(`no form in the answer ${String(page.status)} of ${page.url.href}: ${page.body.slice(0, 2000)}`);
    }
    const action = (/<form[^>]*\baction="([^"]*)"/.exec(page.body)?.[1] ?? page.url.href).replaceAll("&amp;", "&");
    const hidden = (page.body.match(/<input\b[^>]*\btype="hidden"[^>]*>/g) ?? []).map((tag) =>
      ["name", "value"].map((name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ""),
    );
    const form = { ...(Object.fromEntries(hidden) as Record<string, string>), ...fields };
    return this.navigate(new URL(action, page.url), { ...details, form, initiator: page.url.hostname });
  }

  /** Follows redirects to the form at their end, if there is one, and fills it in. */
  async fillIn(address: string | URL, fields: Record<string, string>, details: RequestDetails): Promise<Hop> {
    const page = await this.navigate(address, details);
    return isRedirect(page) ? page : this.submit(page, fields, details);
  }

  /** Follows a page's `<meta http-equiv="refresh">`: a new navigation that begins at that page. */
  refresh(page: Hop): Promise<Hop> {
    const target = /http-equiv="refresh" content="\d+;url=([^"]*)"/.exec(page.body)?.[1];
    if (target === undefined) {
      throw new Error(`no refresh in the page at ${page.url.href}`);
    }
    return this.navigate(new URL(target.replaceAll("&amp;", "&"), page.url), { initiator: page.url.hostname });
  }

  async #send(
    url: URL,
    options: RequestOptions,
    body: string | undefined,
  ): Promise<Omit<Hop, "method" | "url" | "sentCookies">> {
    const { promise, resolve, reject } = withResolvers<IncomingMessage>();
    const secure = url.protocol === "https:";
    const request = (secure ? httpsRequest : httpRequest)(
      url,
      {
        ...options,
        localAddress: this.from,
        path: options.path ?? url.pathname + url.search,
        agent: secure ? this.#https : this.#http,
        lookup,
        maxHeaderSize: 131072,
        timeout: patience,
      },
      resolve,
    );
    request.on("timeout", () => request.destroy(new Error(`no answer from ${url.href} within a minute`)));
    request.on("error", reject);
    request.end(body);
    const response = await promise;
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
    }
    return {
      status: response.statusCode ?? 0,
      headers: pairs(response.rawHeaders),
      body: Buffer.concat(chunks).toString("utf8"),
    };
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ""]] : [],
  );
}

/** All values of a header. */
export function headerValues(hop: Hop, name: string): string[] {
  return hop.headers.filter(([key]) => key === name).map(([, value]) => value);
}

/** The one value of a header, or undefined. Several are an exception. */
export function header(hop: Hop, name: string): string | undefined {
  const values = headerValues(hop, name);
  if (values.length > 1) {
    throw new Error(`${String(values.length)} headers ${name} from ${hop.url.href}`);
  }
  return values[0];
}

/** Whether the browser goes on by itself. */
export function isRedirect(hop: Hop): boolean {
  return hop.status >= 300 && hop.status < 400 && header(hop, "location") !== undefined;
}

/** Returns the target of a redirect. */
export function location(hop: Hop): URL {
  const target = header(hop, "location");
  if (target === undefined) {
    throw new Error(`no Location in the answer ${String(hop.status)} of ${hop.url.href}: ${hop.body.slice(0, 300)}`);
  }
  return new URL(target, hop.url);
}

/** The address to which a provider sends the browser after a logout, without the state that some providers hand back. */
export function returnAddress(hop: Hop): string {
  const url = location(hop);
  url.searchParams.delete("state");
  return url.href;
}
