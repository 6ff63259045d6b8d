/** Values that only one function makes, after it proved something. */

declare const proof: unique symbol;

/** A mark in the type of such a value; nothing of it is in the value. */
interface Proved<What extends string> {
  readonly [proof]: What;
}
