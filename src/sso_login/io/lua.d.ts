/** Lua modules that the service uses and that bring no types of their own: only what is called. */

declare module "cjson" {
  interface Cjson {
    decode: (this: void, text: string) => unknown;
    encode: (this: void, value: unknown) => string;
    encode_number_precision: (this: void, digits: number) => void;
    decode_invalid_numbers: (this: void, allow: boolean) => void;
    decode_max_depth: (this: void, depth: number) => void;
    null: object;
  }
  /** An instance with settings of its own. */
  const create: (this: void) => Cjson;
  export { create as new };
}
