/** The failure of a call without an answer; the reason why a certificate is not trusted is of one kind for log, error page and check. */
import * as clock from "io/clock";
import type { Io } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as json_values from "../base/json_values";
import * as version from "../base/version";
import { err, type Err, type Fact } from "../result";

/** Words of OpenSSL, of mbedtls' flags and of its sentences, in lower case, and their kinds; the first one counts. */
const kinds: [string, string][] = [
  ["not yet valid", "early"],
  ["badcert_future", "early"],
  ["in the future", "early"],
  ["expired", "expired"],
  // Of the certificate, or of an authority that may issue none.
  ["purpose", "purpose"],
  ["usage", "purpose"],
  ["invalid ca", "purpose"],
  ["subject name", "other_name"],
  ["cn_mismatch", "other_name"],
  ["does not match", "other_name"],
  ["too weak", "weak"],
  ["bad_key", "weak"],
  ["bad_md", "weak"],
  ["unacceptable", "weak"],
];

/** The kind of a failure; `unknown` where the authority is, or the chain has a gap. By a clock that is not set, each certificate is early. */
function kind_of(io: Io, reason: Fact): string {
  const words = json_values.text_of(reason).toLowerCase();
  const found = kinds.find((kind) => words.includes(kind[0]));
  return io.time() < version.year_start ? "early" : found !== undefined ? found[1] : "unknown";
}

/**
 * The failure `code` of a call without an answer, from that of `io.https`; SSL_INIT_FAILED where the certificate is not trusted, but at the
 * token endpoint that is `code`, too.
 */
export function explain(io: Io, code: string, url: string, failure: Err): Err {
  const kind = failure.error;
  const reason = failure_facts.open(failure).reason;
  if (kind !== "certificate") {
    return err(code, { cause: kind, url, reason }, kind === "connect" ? "unreachable" : undefined);
  }
  const own_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
  const router_time = clock.format_time(io.time());
  return err(own_code, { cause: "certificate", certificate: kind_of(io, reason), router_time, url, reason });
}
