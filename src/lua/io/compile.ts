/** Makes the file of compiled modules that code.ts opens. The counterpart in ucode is src/ucode/io/compile.uc. */
import type { Io, UciSection } from "../../sso_login/base/io";
import * as files from "./files";
import * as link from "./link";
import * as log from "./log";
import * as pieces from "./pieces";
import * as system from "./system";
import type { SystemOptions } from "./system";
import { err, ok, type Result } from "../../sso_login/result";

/** Modules that requests to the service load in any case. */
const service = ["entry_points.cgi", "web.web_request", "web.routes", "io.clock", "io.files", "io.uci", "base.https"];

/**
 * The modules of each piece beyond the service's: an endpoint with those that it loads late, or a module that few requests load. A
 * module that belongs to an option is left out unless a section has it.
 */
function pieces_of(sections: UciSection[]): { [piece: string]: string[] } {
  const where = (option: string, names: string[]): string[] => {
    const values = sections.map((section) => section.options[option] ?? "");
    return values.every((value) => value === "" || value === "0" || value === "on") ? [] : names;
  };
  const limit = where("client_limit", ["web.client_limit"]).concat(where("password_login", ["web.client_limit"]));
  const proofs = where("session_revalidate", ["rpcd.refresh_tokens"]);
  const revalidation = proofs.concat(where("session_revalidate", ["rpcd.supervisor"]));
  return {
    "entry_points.cgi/": limit.concat(["web.endpoints.start"]),
    "entry_points.cgi/callback": limit
      .concat(["web.endpoints.callback", "io.log", "io.ubus", "rights.session_rights"])
      .concat(revalidation)
      .concat(where("session_max_lifetime", ["rpcd.supervisor"]))
      .concat(where("backchannel_logout", ["web.endpoints.backchannel_logout", "io.input"]))
      .concat(
        where("api_audience", ["web.endpoints.token_exchange", "web.exchange_answer", "io.input", "rpcd.supervisor"]),
      )
      .concat(where("password_login", ["passwords.password_events"])),
    "entry_points.cgi/logout": limit.concat(["web.endpoints.user_logout", "io.log", "io.ubus"]).concat(revalidation),
    "base.failures": ["base.failures"],
    "io.log": ["io.log"],
    "io.ubus": ["io.ubus"],
    "protocol.provider_calls": ["protocol.provider_calls"],
    "rights.acl": ["rights.acl"],
    "rights.role_rights": ["rights.role_rights"],
    "rpcd.session_ending": proofs.concat(["rpcd.session_ending"]),
    "web.clean_up": ["web.clean_up"],
    "web.late_callback": ["web.late_callback", "web.failed_callback"],
    "web.refusal": ["web.refusal", "web.late_callback", "web.error_page", "web.words"],
  };
}

/** The modules of the pieces of other programs, beyond that of the piece's name. */
function pieces_of_others(sections: UciSection[]): { [piece: string]: string[] } {
  const pieces: { [piece: string]: string[] } = { "entry_points.landing": ["web.web_request", "io.clock", "io.uci"] };
  const is_set = (option: string): boolean => sections.some((section) => (section.options[option] ?? "") !== "");
  if (is_set("session_revalidate") || is_set("api_audience") || is_set("session_max_lifetime")) {
    const io = ["io.clock", "io.files", "io.uci", "io.ubus", "io.log"];
    pieces["entry_points.watch"] = io;
    pieces["login.revalidation.revalidation_turn"] = io.concat([
      "base.https",
      "protocol.provider_calls",
      "protocol.userinfo",
    ]);
  }
  return pieces;
}

/** The files in this process's memory, and the permissions of each place. */
function mapped_files(): string {
  const [maps] = io.open("/proc/self/maps");
  return maps?.read("*a") ?? "";
}

/** Bytecode without lines and names of variables, which would be half of it, by Lua's own compiler; "" where that fails. */
function bytecode_of(source: string, temporary: string): string {
  files.write_file(temporary, source);
  const [compiler] = io.popen(`exec luac -s -o - '${string.gsub(temporary, "'", "'\\''")[0]}'`, "r");
  const bytes = compiler?.read("*a") ?? "";
  compiler?.close();
  os.remove(temporary);
  return loadstring(bytes)[0] !== undefined ? bytes : "";
}

/** Refuses the file: it goes, so that there is one line in the log and not one a request. */
export function refuse(path: string, options: SystemOptions, reason: string): void {
  os.remove(path);
  log.make("", options).log("warning", `CODE_IGNORED reason="${reason}"`);
}

/**
 * Writes the file beside the run directory, for the options of these sections, with a text about them (settings/compiled_config.ts); its
 * length, or INTERNAL_ERROR where a module is missing or the disk is full.
 */
export function write(io: Io, sections: UciSection[], config: string): Result<number> {
  const path = io.paths.run_dir + ".code";
  let head = pieces.line_of(link.path_of("sso_login.base.version") ?? "");
  for (const [runtime = ""] of string.gmatch(mapped_files(), "r%-xp[^\n]* (/[^\n]*/l?i?b?lua[%d.so]*)\n")) {
    head += pieces.line_of(runtime);
  }
  let codes = "";
  let complete = true;
  const add = (piece: string, source: string): void => {
    const bytes = bytecode_of(source, path + ".tmp");
    head += `sso_login.${piece} ${codes.length} ${bytes.length}\n`;
    if (piece === "entry_points.cgi/callback") {
      // They need nearly the same modules.
      for (const endpoint of ["backchannel-logout", "token"]) {
        head += `sso_login.entry_points.cgi/${endpoint} ${codes.length} ${bytes.length}\n`;
      }
    }
    codes += bytes;
    complete = complete && bytes !== "";
  };
  const done = new LuaTable<string, boolean>();
  const kept = `package.preload["${system.config_name}"]=function() return ${string.format("%q", config)} end\n`;
  add("entry_points.cgi", kept + link.preloading(service, done));
  for (const [piece, names] of pairs(pieces_of(sections))) {
    add(tostring(piece), link.preloading(names, setmetatable(new LuaTable<string, boolean>(), { __index: done })));
  }
  for (const [piece, names] of pairs(pieces_of_others(sections))) {
    add(tostring(piece), link.preloading(names.concat([tostring(piece)]), new LuaTable<string, boolean>()));
  }
  const finder = bytecode_of(link.preloading(["io.pieces"], done), path + ".tmp");
  if (!complete || finder === "") {
    return err("INTERNAL_ERROR", { reason: "a module cannot be compiled" });
  }
  const text = `${finder.length} ${head.length} ${codes.length}\n${finder}${head}${codes}`;
  return io.write_file(path, text) ? ok(text.length) : err("INTERNAL_ERROR", { reason: "cannot write", path });
}
