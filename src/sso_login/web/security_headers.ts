/**
 * Headers of every response, whatever happened (specification, "Endpoints"); lines without the end of the last one. The CGI program loads only this
 * module to answer the probe.
 */
export const lines =
  "Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
  "style-src 'self'; frame-ancestors 'none';\r\n" +
  "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer";
