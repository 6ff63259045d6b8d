/**
 * Stand-in for LuCI's form.js with the widgets of ui.js that it draws: JSONMap with NamedSection, and the
 * options of the package's settings page. Ids, classes and attributes are LuCI's, which tests go by.
 */
window.boxForm = ({ E, dom, strict }) => {
  /** form.js, `CBIAbstractValue` and `CBIValue`; ui.js, `UITextfield`. */
  class Value {
    default = null;

    constructor(map, section, option, title, description) {
      const unset = { tab: null, placeholder: undefined, password: false, readonly: undefined, onchange: undefined };
      Object.assign(this, { ...unset, map, section, option, title, description });
      Object.assign(this, { choices: [], dependency: undefined, widgets: new Map() });
    }

    validate() {
      return true;
    }

    value(key, label) {
      this.choices.push([key, label]);
    }

    depends(option, value) {
      this.dependency = [option, value];
    }

    id(sectionId) {
      return `cbid.json.${sectionId}.${this.option}`;
    }

    frame(sectionId) {
      return this.map.root.querySelector(`[data-field="${this.id(sectionId)}"]`);
    }

    isActive(sectionId) {
      const frame = this.frame(sectionId);
      return frame !== null && !frame.classList.contains("hidden");
    }

    getUIElement(sectionId) {
      return this.frame(sectionId) === null ? null : (this.widgets.get(sectionId) ?? null);
    }

    formvalue(sectionId) {
      return this.getUIElement(sectionId)?.getValue() ?? null;
    }

    isValid(sectionId) {
      return this.getValidationError(sectionId) === "";
    }

    getValidationError(sectionId) {
      return this.frame(sectionId)?.querySelector(".cbi-input-invalid")?.dataset.tooltip ?? "";
    }

    triggerValidation(sectionId) {
      this.getUIElement(sectionId)?.check();
      return false;
    }

    /** ui.js, `addValidator`; validation.js, `Validator.validate`. */
    checker(sectionId, field) {
      return () => {
        const verdict = this.validate(sectionId, field.value ?? "");
        field.classList.toggle("cbi-input-invalid", verdict !== true);
        if (verdict === true) {
          field.removeAttribute("data-tooltip");
        } else {
          field.setAttribute("data-tooltip", verdict);
        }
      };
    }

    /** Makes a field known as this option's, and follows what is done to it. */
    bind(sectionId, field, access) {
      const check = this.checker(sectionId, field);
      this.widgets.set(sectionId, strict("widget", { ...access, check }));
      field.addEventListener("keyup", check);
      field.addEventListener("blur", check);
      field.addEventListener("change", (event) => this.changed(event, sectionId));
    }

    /** form.js, `renderFrame`: what follows an event `widget-change`. */
    changed(event, sectionId) {
      this.map.checkDepends();
      this.onchange?.(event, sectionId, this.formvalue(sectionId));
    }

    disabled() {
      return (this.readonly ?? this.map.readonly) ? "" : null;
    }

    renderWidget(sectionId, _index, value) {
      const id = this.id(sectionId);
      const input = E("input", {
        id: `widget.${id}`,
        type: this.password ? "password" : "text",
        class: this.password ? "cbi-input-password" : "cbi-input-text",
        placeholder: this.placeholder,
        disabled: this.disabled(),
      });
      input.value = value ?? this.default ?? "";
      this.bind(sectionId, input, { getValue: () => input.value, setValue: (text) => void (input.value = text) });
      return E("div", { id }, [input]);
    }

    /** form.js, `CBIValue.renderFrame`. */
    async render(sectionId, index) {
      const widget = await this.renderWidget(sectionId, index, this.map.data[sectionId]?.[this.option]);
      const field = E("div", { class: "cbi-value-field" }, [widget]);
      if (this.description) {
        field.append(E("div", { class: "cbi-value-description" }, this.description));
      }
      const attributes = { class: "cbi-value", "data-field": this.id(sectionId), "data-name": this.option };
      return E("div", attributes, [
        E("label", { class: "cbi-value-title", for: `widget.${this.id(sectionId)}` }, [this.title]),
        field,
      ]);
    }
  }

  /** form.js, `CBIFlagValue`; ui.js, `UICheckbox`. */
  class Flag extends Value {
    default = "0";

    renderWidget(sectionId, _index, value) {
      const id = this.id(sectionId);
      // LuCI's has a random id, which is not that of the title's `for`.
      const box = E("input", { type: "checkbox", disabled: this.disabled() });
      box.checked = (value ?? this.default) === "1";
      const setValue = (value) => void (box.checked = value === "1");
      this.bind(sectionId, box, { getValue: () => (box.checked ? "1" : "0"), setValue });
      return E("div", { id, class: "cbi-checkbox" }, [box]);
    }
  }

  /** form.js, `CBIListValue`; ui.js, `UISelect`. */
  class ListValue extends Value {
    renderWidget(sectionId, _index, value) {
      const id = this.id(sectionId);
      const options = this.choices.map(([key, label]) => E("option", { value: key }, [label]));
      const select = E("select", { id: `widget.${id}`, class: "cbi-input-select", disabled: this.disabled() }, options);
      select.value = value ?? this.default ?? "";
      this.bind(sectionId, select, { getValue: () => select.value, setValue: (key) => void (select.value = key) });
      return E("div", { id }, [select]);
    }
  }

  /** form.js, `CBIDynamicList`; ui.js, `UIDynamicList`, whose choices are offered here by the browser. */
  class DynamicList extends Value {
    renderWidget(sectionId, _index, value) {
      const id = this.id(sectionId);
      const input = E("input", {
        id: `widget.${id}`,
        type: "text",
        class: "cbi-input-text",
        list: `choices.${id}`,
        disabled: this.disabled(),
      });
      const list = E("div", { id, class: "cbi-dynlist" });
      const addItem = (text) => {
        const item = E("div", { class: "item", tabindex: "0" }, [
          E("span", {}, [this.choices.find(([key]) => key === text)?.[1] ?? text]),
          E("input", { type: "hidden", value: text }),
        ]);
        item.addEventListener("click", () => this.map.readonly || removeItem(item));
        list.insertBefore(item, list.lastElementChild);
        list.dispatchEvent(new Event("cbi-dynlist-change", { bubbles: true }));
      };
      const removeItem = (item) => {
        item.remove();
        list.dispatchEvent(new Event("cbi-dynlist-change", { bubbles: true }));
      };
      const addTyped = () => {
        if (!this.map.readonly && input.value !== "" && !input.classList.contains("cbi-input-invalid")) {
          addItem(input.value);
          input.value = "";
        }
      };
      list.addEventListener("keydown", (event) => {
        const item = event.target.closest(".item");
        if (event.target === input && event.key === "Enter") {
          addTyped();
        } else if (item !== null && event.key === "Delete") {
          (item.nextElementSibling.matches(".item") ? item.nextElementSibling : input).focus();
          removeItem(item);
        } else if (item !== null && event.key === "Backspace") {
          item.previousElementSibling?.focus();
          removeItem(item);
        }
      });
      const options = this.choices.map(([key, label]) => E("option", { value: key }, [label]));
      list.append(
        E("div", { class: "add-item control-group" }, [
          input,
          E("div", { class: "btn cbi-button cbi-button-add", click: addTyped }, ["+"]),
          E("datalist", { id: `choices.${id}` }, options),
        ]),
      );
      (value ?? []).forEach(addItem);
      this.bind(sectionId, input, {
        getValue: () => {
          const items = [...list.querySelectorAll(".item > input")].map((hidden) => hidden.value);
          return input.value === "" || items.includes(input.value) ? items : [...items, input.value];
        },
        setValue: (texts) => {
          list.querySelectorAll(".item").forEach(removeItem);
          texts.forEach(addItem);
        },
      });
      list.addEventListener("cbi-dynlist-change", (event) => this.changed(event, sectionId));
      return list;
    }
  }

  /** form.js, `CBIDummyValue`. */
  class DummyValue extends Value {
    renderWidget(sectionId) {
      return E("output", { for: this.id(sectionId) }, [this.default]);
    }
  }

  /** form.js, `CBIAbstractSection`. */
  class Section {
    map = undefined;
    options = [];
    tabs = [];

    option(kind, ...args) {
      const option = new kind(this.map, this, ...args);
      this.options.push(option);
      return strict("option", option);
    }

    tab(name, title) {
      this.tabs.push({ name, title });
    }

    taboption(tab, kind, ...args) {
      const option = this.option(kind, ...args);
      option.tab = tab;
      return option;
    }

    /** form.js, `renderOptions` and `renderTabContainers`; ui.js, `tabs.initTabGroup`. */
    async renderOptions(sectionId) {
      const rendered = await Promise.all(this.options.map((option, index) => option.render(sectionId, index)));
      if (this.tabs.length === 0) {
        return rendered;
      }
      const panes = this.tabs.map(({ name, title }) =>
        E(
          "div",
          { "data-tab": name, "data-tab-title": title },
          rendered.filter((_, index) => this.options[index].tab === name),
        ),
      );
      const items = this.tabs.map(({ name, title }) => {
        const link = E("a", { href: "#" }, [title]);
        link.addEventListener("click", (event) => {
          event.preventDefault();
          show(name);
        });
        return E("li", { "data-tab": name }, [link]);
      });
      // The tab that was open last, for forms of the same tabs.
      const key = `tab of ${this.tabs.map(({ name }) => name).join()}`;
      const show = (chosen) => {
        window.sessionStorage.setItem(key, chosen);
        panes.forEach((pane) => {
          pane.dataset.tabActive = String(pane.dataset.tab === chosen);
          pane.hidden = pane.dataset.tab !== chosen;
          if (!pane.hidden) {
            pane.dispatchEvent(new Event("cbi-tab-active"));
          }
        });
        items.forEach(
          (item, index) => (item.className = this.tabs[index].name === chosen ? "cbi-tab" : "cbi-tab-disabled"),
        );
      };
      const last = this.tabs.find(({ name }) => name === window.sessionStorage.getItem(key));
      show((last ?? this.tabs[0]).name);
      return [E("ul", { class: "cbi-tabmenu" }, items), ...panes];
    }

    async render() {
      const section = E("div", { class: "cbi-section" });
      for (const sectionId of this.cfgsections()) {
        const options = await this.renderOptions(sectionId);
        section.append(E("div", { class: "cbi-section-node" }, options));
      }
      return section;
    }
  }

  class NamedSection extends Section {
    constructor(map, name) {
      super();
      Object.assign(this, { map, name });
    }

    cfgsections() {
      return [this.name];
    }
  }

  /** form.js, `CBIMap` and `CBIJSONMap`. */
  class JSONMap {
    readonly = undefined;
    sections = [];
    root = E("div", { id: "cbi-json", class: "cbi-map" });

    constructor(data, title, description) {
      Object.assign(this, { data, title, description });
      return strict("map", this);
    }

    section(kind, ...args) {
      const section = new kind(this, ...args);
      this.sections.push(section);
      return strict("section", section);
    }

    checkDepends() {
      for (const option of this.sections.flatMap(({ options }) => options)) {
        if (option.dependency !== undefined) {
          const [other, wanted] = option.dependency;
          for (const sectionId of option.section.cfgsections()) {
            const shown = option.section.options.find((candidate) => candidate.option === other).formvalue(sectionId);
            option.frame(sectionId)?.classList.toggle("hidden", shown !== wanted);
          }
        }
      }
    }

    async render() {
      const sections = await Promise.all(this.sections.map((section) => section.render()));
      dom.content(this.root, [
        ...(this.title ? [E("h2", {}, this.title)] : []),
        ...(this.description ? [E("div", { class: "cbi-map-descr" }, this.description)] : []),
        ...sections,
      ]);
      this.checkDepends();
      return this.root;
    }
  }

  return { JSONMap, NamedSection, Value, Flag, ListValue, DynamicList, DummyValue };
};
