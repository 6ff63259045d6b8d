/** LuCI's `_` for modules of the page: every text is its own translation. Imported before them. */
Object.assign(globalThis, { _: (text: string): string => text });
