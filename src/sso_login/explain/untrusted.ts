/** The reason why a certificate is not trusted, in words of one kind for log, error page and check. */
import * as clock from "io/clock";
import type { Io } from "../base/io";
import * as version from "../base/version";
import { err, type Err, type Fact } from "../result";

/** Words of OpenSSL, of mbedtls' flags and of its sentences, in lower case, and their kinds; the first one counts. */
const kinds: [string, string][] = [
  ["not yet valid", "early"],
  ["badcert_future", "early"],
  ["in the future", "early"],
  ["expired", "expired"],
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
  const words = typeof reason === "string" ? reason.toLowerCase() : "";
  const found = kinds.find((kind) => words.includes(kind[0]));
  return io.time() < version.year_start ? "early" : found !== undefined ? found[1] : "unknown";
}

/** The failure of a call whose certificate is not trusted: SSL_INIT_FAILED, but at the token endpoint its own code. */
export function explain(io: Io, code: string, url: string, reason: Fact): Err {
  const own_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
  const router_time = clock.format_time(io.time());
  return err(own_code, { cause: "certificate", certificate: kind_of(io, reason), router_time, url, reason });
}
