/** Addresses of this router, made from that in the browser. */

/** The address under which the browser reaches this router, as redirect URI. */
export function redirectUriHere(location: { protocol: string; host: string; hostname: string }): string {
  // The port of plain HTTP is not that of HTTPS.
  const host = location.protocol === "https:" ? location.host : location.hostname;
  return `https://${host}/cgi-bin/sso-login/callback`;
}

/** LuCI under the same name, as the address after logging out. */
export function logoutUriHere(location: Parameters<typeof redirectUriHere>[0]): string {
  return redirectUriHere(location).replace("/sso-login/callback", "/luci/");
}

/** This page over HTTPS: at the port of redirect_uri, where that names the same host. */
export function httpsAddress(location: { hostname: string; pathname: string }, redirectUri: string): string {
  const [, host, port] = /^https:\/\/([^/:]+|\[[^\]]*\])(:\d+)?\//.exec(redirectUri) ?? [];
  return `https://${location.hostname}${host === location.hostname ? (port ?? "") : ""}${location.pathname}`;
}
