/** The C modules, and the last resort when one of them cannot do what must not go wrong. */
import { err, ok, type Result } from "../../sso_login/result";
import type { HttpResponse, Peer } from "../../sso_login/base/io";

/** The crypto backend's Lua binding (openwrt-feed/sso-login-native/src/crypto_functions.h). All strings are bytes. */
export interface NativeCrypto {
  /** `mbedtls` has no Ed25519. */
  backend: "mbedtls" | "openssl";
  /** By an algorithm of RFC 7518 section 3.1 or RFC 8037; false for another one, and where the backend lacks it. */
  verify: (this: void, alg: string, message: string, signature: string, pem: string) => boolean;
  verify_rs256: (this: void, message: string, signature: string, pem: string) => boolean;
  verify_es256: (this: void, message: string, signature: string, pem: string) => boolean;
  /** A private key for ES256 or RS256: x, y and d of 32 bytes each, or n and d of 256 bytes with e 65537. */
  make_key: (this: void, alg: string) => string | undefined;
  /** A signature by such a key; undefined where its numbers do not belong together. */
  sign: (this: void, alg: string, message: string, key: string) => string | undefined;
  sha256: (this: void, input: string) => string | undefined;
  /** The hash that belongs to such an algorithm. */
  alg_hash: (this: void, alg: string, input: string) => string | undefined;
  hmac_sha256: (this: void, key: string, message: string) => string | undefined;
  /** Without padding (RFC 4648 section 5); decoded is what is the one encoding of some bytes. At most 16 384 bytes, 256 KB of text. */
  base64url_encode: (this: void, bytes: string) => string | undefined;
  base64url_decode: (this: void, text: string) => string | undefined;
  random: (this: void, length: number) => string | undefined;
  /** Of `RSA` modulus and exponent, of a curve x and y, of Ed25519 x and "". */
  jwk_to_pem: (this: void, type: string, first: string, second: string) => string | undefined;
  jwk_rsa_to_pem: (this: void, n: string, e: string) => string | undefined;
  jwk_ec_p256_to_pem: (this: void, x: string, y: string) => string | undefined;
  constant_time_eq: (this: void, a: string, b: string) => boolean;
  /** Empties a variable of the environment, also where others read it; false where there is none. */
  forget_variable: (this: void, name: string) => boolean;
  /** A JSON text as both runtimes read it alike; undefined for what is none, or holds what one cannot represent, unless that is repaired. */
  json_rewrite: (this: void, text: string, repairs: boolean) => string | undefined;
}

/** The interface of the C modules that this service knows (native_interface.h). */
const known_interface = 7;

/** Loads a C module; one with another interface, of a package that was not upgraded, is as good as missing. */
export function load(name: string): unknown {
  const module = require(name) as { interface?: number };
  if (module.interface !== known_interface) {
    error(`module '${name}' has interface ${module.interface}, not ${known_interface}`, 0);
  }
  return module;
}

export function load_crypto(): NativeCrypto {
  return load("sso_login.native_crypto") as NativeCrypto;
}

/** A question of the HTTPS client (openwrt-feed/sso-login-native/src/lua_https.c): whose certificate a server shows. */
export interface PeerQuestion {
  method: string;
  url: string;
  ca_file: string | undefined;
  timeout: number;
  max_body: number;
}

export interface HttpsCall extends PeerQuestion {
  headers: string[];
  body: string | undefined;
  trust_folder: string | undefined;
  connect_timeout: number;
}

interface NativeHttps {
  peer: (this: void, question: PeerQuestion) => Peer | undefined;
  request: (this: void, call: HttpsCall) => LuaMultiReturn<[HttpResponse | undefined, kind: string, message: string]>;
}

/** The client, whose documents are worth collecting: what makes no call is over before its garbage counts (sso-login.cgi). */
function load_https(): NativeHttps {
  collectgarbage("restart");
  return load("sso_login.native_https") as NativeHttps;
}

/** Makes a call; a failure's `error` is its kind (HttpFailure of base/io). */
export function https_request(call: HttpsCall): Result<HttpResponse> {
  const [response, kind, message] = load_https().request(call);
  return response !== undefined ? ok(response) : err(kind, message);
}

export function https_peer(question: PeerQuestion): Peer | undefined {
  return load_https().peer(question);
}

/** Ends the request: the CGI entry answers 500. For what leaves no safe way to go on, such as no random numbers. */
export function panic(message: string): never {
  error(message, 0);
}
