/** Values that only one function makes, after it has checked something. */

declare const made_by: unique symbol;

/** A mark in the type of such a value; nothing of it is in the value. */
interface MadeBy<Maker extends string> {
  readonly [made_by]: Maker;
}
