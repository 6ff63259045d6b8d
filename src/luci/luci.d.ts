/** The globals of LuCI's pages that are used here; a comment names the file of LuCI that has each. */

/** The content of an element: texts in a list become text, while a single text would be taken as HTML. */
type LuciChildren = readonly (Node | string)[];

/** Makes an element; a null attribute is left out, a function becomes a listener (luci.js, `dom.create`). */
declare function E(
  name: string,
  attributes: { [name: string]: string | null | ((event: Event) => unknown) },
  children?: LuciChildren,
): HTMLElement;

/** luci.js. */
declare const L: {
  /** null and false: no right to write (`hasViewPermission`). */
  hasViewPermission(): boolean | null;
};

/** luci.js, class `dom`. */
declare const dom: {
  content(node: Element, children: LuciChildren): void;
};

/** luci.js, class `view`. */
declare const view: { extend(members: object): unknown };

/** rpc.js; the function's arguments are those that `params` names. */
declare const rpc: {
  declare(call: {
    object: string;
    method: string;
    params?: readonly string[];
    /** A status other than 0 becomes an exception. */
    reject: true;
    /** Not in one HTTP request with others. */
    nobatch?: boolean;
  }): (...args: unknown[]) => Promise<unknown>;
};

/** ui.js. */
declare const ui: {
  /** A dialog in the place of the one before. */
  showModal(title: string, children: LuciChildren, ...classes: string[]): HTMLElement;
  hideModal(): void;
  changes: {
    /** Applies what the session has staged, shows how it goes, and loads the page anew. */
    apply(checked: boolean): void;
  };
};

/** form.js, class `AbstractValue`; options of its subclasses are optional here. */
interface LuciOption {
  default: string | null;
  placeholder?: string;
  password?: boolean;
  readonly?: boolean;
  validate(sectionId: string, value: string): true | string;
  onchange?: (event: Event, sectionId: string, value: string) => void;
  value(key: string, label: string): void;
  render: () => Node;
  renderWidget(sectionId: string, index: number, value: unknown): Node | Promise<Node>;
  formvalue(sectionId: string): string | string[] | null;
  getUIElement(sectionId: string): { setValue(value: string | string[]): void } | null;
  isActive: (sectionId: string) => boolean;
  isValid(sectionId: string): boolean;
  getValidationError(sectionId: string): string;
  triggerValidation(sectionId: string): boolean;
  depends(option: string, value: string): void;
}

type LuciOptionClass = { readonly optionClass?: never };

/** form.js, class `AbstractSection` and subclasses. */
interface LuciSection {
  tab(name: string, title: string, description?: string): void;
  option(kind: LuciOptionClass, name: string, title: string, description?: string): LuciOption;
  taboption(tab: string, kind: LuciOptionClass, name: string, title: string, description?: string): LuciOption;
}

type LuciSectionClass = { readonly sectionClass?: never };

/** form.js, class `Map`. */
interface LuciMap {
  readonly?: boolean;
  section(kind: LuciSectionClass, ...args: string[]): LuciSection;
  render(): Promise<HTMLElement>;
}

declare const form: {
  JSONMap: new (data: object, title: string, description?: string) => LuciMap;
  NamedSection: LuciSectionClass;
} & { [name in "Value" | "ListValue" | "Flag" | "DynamicList" | "DummyValue"]: LuciOptionClass };

interface Window {
  /** Of this package, not of LuCI: the data of controller/sso_login.uc. */
  sso_login?: import("./login/login_data").LoginData;
}
