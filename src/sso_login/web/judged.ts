/** What the request of a logout proves, before anything is done. */
import type { Result } from "../result";
import type { Config } from "../settings/config";
import type { Response } from "./output";
import type { Window } from "./rate_limit";

export interface Judged {
  /** Where the request counts. */
  window: Window;
  /** The provider in log lines, where there are several and the request is one's. */
  log_name?: string;
  /** Serves the request, once it is counted. */
  respond: (this: void) => Result<Response>;
}

/** Loads the configuration of a provider, of the first where none is named, if its switch is on. */
export type Load = (this: void, provider?: string) => Result<Config>;
