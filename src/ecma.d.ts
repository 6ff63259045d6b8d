/**
 * ECMAScript as far as the service may use it (docs/subset.md): what is not declared here does not compile.
 *
 * It replaces TypeScript's own library for `tsc -p src/sso_login` and for editors. TypeScriptToLua compiles with
 * the real one, by which it recognises what it has to translate.
 */

/** A row of bytes: every length and place counts bytes, and upper and lower case are those of ASCII. */
interface String {
  readonly length: number;
  /** One byte; "" outside. */
  charAt(at: number): string;
  /** One byte's value; not a number outside. */
  charCodeAt(at: number): number;
  endsWith(end: string): boolean;
  includes(text: string): boolean;
  /** The first place at or after `from`, which is not negative, or -1. `text` is not "". */
  indexOf(text: string, from?: number): number;
  /** Places are not negative; between two numbers it needs no helper function in Lua. */
  slice(from: number, to?: number): string;
  /** `separator` is not "". */
  split(separator: string): string[];
  startsWith(start: string): boolean;
  /** Places are taken into the text, and exchanged when in the wrong order. */
  substring(from: number, to?: number): string;
  toLowerCase(): string;
  toUpperCase(): string;
}

interface StringConstructor {
  /** One byte, 0 to 255. */
  fromCharCode(byte: number): string;
}
declare const String: StringConstructor;

/** Read by place and filled by `push`: neither a member nor the length is assigned. */
interface Array<T> {
  readonly length: number;
  readonly [at: number]: T;
  concat(first: T[], second?: T[]): T[];
  every(test: (item: T) => boolean): boolean;
  filter(test: (item: T) => boolean): T[];
  find(test: (item: T) => boolean): T | undefined;
  includes(item: T): boolean;
  indexOf(item: T): number;
  join(separator: string): string;
  map<U>(make: (item: T) => U): U[];
  /** A statement of its own. */
  push(item: T): void;
  slice(from: number, to?: number): T[];
  some(test: (item: T) => boolean): boolean;
  /** In place; members that compare equal come in any order. */
  sort(order: (a: T, b: T) => number): T[];
  [Symbol.iterator](): IterableIterator<T>;
}

interface Math {
  ceil(n: number): number;
  floor(n: number): number;
  max(a: number, b: number): number;
  min(a: number, b: number): number;
}
declare const Math: Math;

interface ObjectConstructor {
  /** In any order. */
  keys(record: object): string[];
}
declare const Object: ObjectConstructor;

// Types of types, which vanish.

type Exclude<T, U> = T extends U ? never : T;
type NonNullable<T> = T & {};
type Partial<T> = { [K in keyof T]?: T[K] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends string | number | symbol, T> = { [P in K]: T };
type Required<T> = { [K in keyof T]-?: T[K] };
type ReturnType<F> = F extends (...args: never[]) => infer R ? R : never;

// Types that the compiler itself demands. Only arrays can be iterated.

interface Boolean {}
interface CallableFunction {}
interface Function {}
interface IArguments {}
interface NewableFunction {}
interface Number {}
interface Object {}
interface RegExp {}
interface Symbol {}
interface SymbolConstructor {
  readonly iterator: unique symbol;
}
declare const Symbol: SymbolConstructor;
interface Iterator<T, TReturn, TNext> {
  next(sent?: TNext): { done: boolean; value: T | TReturn };
}
interface Iterable<T, TReturn = void, TNext = void> {
  [Symbol.iterator](): Iterator<T, TReturn, TNext>;
}
interface IterableIterator<T, TReturn = void, TNext = void> extends Iterator<T, TReturn, TNext> {
  [Symbol.iterator](): IterableIterator<T, TReturn, TNext>;
}
