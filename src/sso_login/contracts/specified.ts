/** Results as the specification has them ("Internal module contracts"). */
import { err, type Result } from "../result";

/** A Result with the fields of the specification alone. */
export function specified<T>(result: Result<T>): Result<T> {
  return result.ok ? result : err(result.error, result.details);
}
