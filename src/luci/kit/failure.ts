/** Failures of calls. No DOM in here. */

/** Whether the login session has ended; LuCI raises an error of this name then, and opens a dialog of its own. */
export function isSessionEnd(failure: unknown): boolean {
  return (
    failure instanceof Error && (failure.name === "SessionError" || /^Login session is expired/.test(failure.message))
  );
}

/** The words of a failed call. LuCI adds a stack trace in the lines below the first. */
export function failureText(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure);
  return text.split("\n")[0]?.trim() ?? "";
}
