/** Addresses of this router, made from that in the browser. */

/** The redirect URI of this router by the name that the browser uses. */
export function redirectUriHere(location: { protocol: string; host: string; hostname: string }): string {
  // The port of plain HTTP is not that of HTTPS.
  const host = location.protocol === "https:" ? location.host : location.hostname;
  return `https://${host}/cgi-bin/sso-login/callback`;
}

/** The address of this page over HTTPS: at the port of redirect_uri, where that names the same host. */
export function httpsAddress(location: { hostname: string; pathname: string }, redirectUri: string): string {
  const [, host, port] = /^https:\/\/([^/:]+|\[[^\]]*\])(:\d+)?\//.exec(redirectUri) ?? [];
  return `https://${location.hostname}${host === location.hostname ? (port ?? "") : ""}${location.pathname}`;
}

/** The address itself; throws for one that a tab must not open, such as a script. */
export function httpsUrl(url: string): string {
  if (!url.startsWith("https://")) {
    throw new Error("no address");
  }
  return url;
}
