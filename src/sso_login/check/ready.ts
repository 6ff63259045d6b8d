/** Whether everything that a login needs can be loaded. */
import * as native from "io/native";
import type { Io } from "../base/io";

/** Loads what a login needs of C; a part that is missing ends the program, and one that is cut may kill it. */
export function load_everything(): void {
  native.load_crypto();
  native.load("sso_login.native_https");
}

/** Whether another process of this program loads everything: what kills it does not kill this one. */
export function is_ready(io: Io): boolean {
  return io.succeeds(io.paths.program, "password-login ready");
}
