/** Lua modules that the service uses and that bring no types of their own: only what is called. */

declare function require(this: void, name: string): unknown;

declare module "cjson" {
  interface Cjson {
    decode: (this: void, text: string) => unknown;
    encode: (this: void, value: unknown) => string;
    decode_invalid_numbers: (this: void, allow: boolean) => void;
    decode_max_depth: (this: void, depth: number) => void;
    null: object;
  }
  /** An instance with settings of its own. */
  const create: (this: void) => Cjson;
  export { create as new };
}

/** libuci-lua. */
interface UciCursor {
  get(
    config: string,
    section: string,
    option: string,
  ): LuaMultiReturn<[value: string | string[] | undefined, error: string | undefined]>;
  get_all(
    config: string,
  ): LuaMultiReturn<[sections: LuaTable<string, LuaTable<string, unknown>> | undefined, error: string | undefined]>;
  set(config: string, section: string, type_or_option: string, value?: string | string[]): boolean | undefined;
  delete(config: string, section: string, option?: string): boolean | undefined;
  save(config: string): boolean | undefined;
  commit(config: string): boolean | undefined;
  unload(config: string): boolean;
}

/** libubus-lua. */
interface UbusConnection {
  call(object: string, method: string, args: object): LuaMultiReturn<unknown[]>;
  signatures(object: string): LuaMultiReturn<[signatures: object | undefined, status: number | undefined]>;
  close(): void;
}
