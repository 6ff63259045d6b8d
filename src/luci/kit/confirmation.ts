/** A confirmation that is given by doing the same once more. No DOM in here. */

/**
 * Makes a function that remembers what it gets as shown, and tells whether it got the same at its last call: what was shown then is confirmed,
 * and nothing else. It must be called at every attempt, also where there is nothing to show, so that an older one confirms nothing.
 */
export function createConfirmation(): (shown: unknown[]) => boolean {
  let last: string | undefined;
  return (shown) => {
    const now = JSON.stringify(shown);
    const isSame = now === last;
    last = now;
    return isSame;
  };
}
