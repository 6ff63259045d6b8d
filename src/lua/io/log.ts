/** syslog(3): facility authpriv, tag sso-login. */
import type { Io, LogLevel } from "../../sso_login/base/io";

/** Level numbers and options of syslog(3); luaposix leaves LOG_PERROR out. */
const log_levels: { [level in LogLevel]: number } = { err: 3, warning: 4, notice: 5 };
const log_pid = 1;
const log_perror = 32;

/** The log functions of `Io`: there is one as soon as they are there. */
export function make(_root: string, options: { log_to_stderr?: boolean }): Pick<Io, "log" | "open_log"> {
  const syslog = require("posix.syslog") as {
    openlog: (this: void, ident: string, option: number, facility: number) => void;
    syslog: (this: void, priority: number, message: string) => void;
    LOG_AUTHPRIV: number;
  };
  const option = options.log_to_stderr === true ? log_pid + log_perror : log_pid;
  syslog.openlog("sso-login", option, syslog.LOG_AUTHPRIV);
  return { log: (level, line) => syslog.syslog(log_levels[level], line), open_log: () => undefined };
}
