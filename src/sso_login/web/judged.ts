/** What the request of a logout proves, before anything is done. */
import type { Result } from "../result";
import type { Response } from "./output";
import type { Window } from "./rate_limit";

export interface Judged {
  /** Where the request counts. */
  window: Window;
  /** Serves the request, once it is counted. */
  respond: (this: void) => Result<Response>;
}
