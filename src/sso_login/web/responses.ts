/** Responses as plain values. */
export interface Response {
  status: number;
  content_type?: string;
  /** In the place of no-store. */
  cache_control?: string;
  /** In order; names may repeat (Set-Cookie). */
  headers: [string, string][];
  body: string;
}

/** A 302 to `location`. */
export function redirect(location: string, headers: [string, string][]): Response {
  const first: [string, string][] = [["Location", location]];
  return { status: 302, headers: first.concat(headers), body: "" };
}

export function html_page(status: number, headers: [string, string][], body: string): Response {
  return { status, content_type: "text/html; charset=utf-8", headers, body };
}
