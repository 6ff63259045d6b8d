/** Buttons of the page. */

/** A listener that takes no second press before the first is done. LuCI's own (`ui.createHandlerFn`) loses the focus. */
export function pressing(work: () => unknown): (event: Event) => Promise<void> {
  return async (event) => {
    const button = event.currentTarget as HTMLElement;
    if (button.getAttribute("aria-disabled") === "true") {
      return;
    }
    button.classList.add("spinning");
    button.setAttribute("aria-disabled", "true");
    try {
      await work();
    } finally {
      button.classList.remove("spinning");
      button.removeAttribute("aria-disabled");
    }
  };
}

/** Lets Enter and the space bar press LuCI's button that saves, a list that takes only the arrow keys. */
export function pressSaveByKey(): void {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isSave = target instanceof HTMLElement && target.matches(".cbi-page-actions > .cbi-dropdown:not([open])");
    if (isSave && (key === "Enter" || key === " ")) {
      event.preventDefault();
      target.click();
    }
  });
}
