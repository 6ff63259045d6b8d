/** The box of our buttons: that of the theme's own, as no class of LuCI gives its looks on all login pages. */

/** Pixels between the theme's button and ours below it, and between two of ours. */
const gap = 10;

/** The part that is ours, whatever a theme says of links. The focus is seen on each ground; a long label on a narrow screen takes several lines. */
const rules = `.sso-login-button { border: 0 !important; box-shadow: none !important;
  opacity: 1 !important; float: none !important; position: static !important; box-sizing: border-box !important; height: auto !important;
  max-width: 100% !important; align-items: center !important; justify-content: center !important; line-height: 1.25 !important;
  text-align: center !important; text-decoration: none !important; text-shadow: none !important; text-indent: 0 !important;
  white-space: normal !important; vertical-align: middle !important; }
.sso-login-button ~ #sso-login-password { display: table !important; margin: ${gap}px auto 0 !important; padding: 4px !important;
  color: inherit !important; text-decoration: underline !important; }
.sso-login-button:hover { text-decoration: underline !important; }
.sso-login-button:focus-visible { outline: 2px solid #fff !important; outline-offset: -4px !important; }`;

/** The properties of a theme's button that count for ours: its letters and its sides. */
const copied = [
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "text-transform",
  "padding-left",
  "padding-right",
  "border-top-left-radius",
  "border-top-right-radius",
  "border-bottom-left-radius",
  "border-bottom-right-radius",
];

function style(element: HTMLElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    // Readers may set letters further apart (WCAG 2.2, 1.4.12).
    element.style.setProperty(name, value, name === "letter-spacing" ? "" : "important");
  }
}

/** Whether a button takes a line for itself. */
function isWide(box: DOMRect, button: Element): boolean {
  return box.width >= 150 && box.width >= 0.6 * (button.parentElement?.clientWidth ?? 0);
}

/** Gives a link the looks and the size of a button. One that is not shown has no size: then it is as wide as there is room, or as its text. */
function dress(link: HTMLElement, button: Element, box: DOMRect, isAlone: boolean): void {
  const theme = getComputedStyle(button);
  const vertical = box.height > 0 ? "2px" : `max(4px, ${theme.paddingTop})`;
  style(link, {
    // Some themes have less contrast in such a button than WCAG 2.2 asks for (1.4.3: 4.5 : 1); here it is 5.7 : 1.
    color: "#fff",
    background: "#1565c0",
    ...Object.fromEntries(copied.map((name) => [name, theme.getPropertyValue(name)])),
    "padding-top": vertical,
    "padding-bottom": vertical,
    margin: isAlone ? "0" : `0 0 0 ${gap}px`,
    // The size of a target (WCAG 2.2, 2.5.8).
    "min-height": `${Math.max(24, box.height)}px`,
    display: isAlone ? "flex" : "inline-flex",
    width: !isAlone ? "auto" : box.width > 0 ? `${box.width}px` : "100%",
  });
}

/** Puts a link below the button above it, at its left edge, unless it is in a row with it. */
function align(link: HTMLElement, above: HTMLElement, isAlone: boolean): void {
  const boxes = (): [DOMRect, DOMRect] => [link.getBoundingClientRect(), above.getBoundingClientRect()];
  let [own, other] = boxes();
  if (isAlone && own.height > other.height + 1) {
    // Letters far apart would need a second line.
    style(link, { "letter-spacing": "normal" });
    [own, other] = boxes();
  }
  if (isAlone || own.top >= other.bottom) {
    style(link, { "margin-top": `${gap + other.bottom - own.top}px` });
  }
  if (isAlone) {
    style(link, { "margin-left": `${other.left - own.left}px` });
  }
}

/** Puts links after an element of a login page, with the box of the theme's button. They follow a button that is moved or gets another size. */
export function placeLinks(links: HTMLElement[], button: HTMLElement, place: Element): void {
  const sheet = document.createElement("style");
  sheet.textContent = rules;
  document.head.append(sheet);
  const isBeside = button.closest("form") === null;
  const fit = (): void => {
    const box = button.getBoundingClientRect();
    const isShown = box.width > 0;
    const isAlone = isShown ? isWide(box, button) : isBeside;
    let above = button;
    for (const link of links) {
      if (isShown) {
        dress(link, button, box, isAlone);
        align(link, above, isAlone);
        above = link;
      } else {
        style(link, { margin: `${gap}px auto 0` });
      }
    }
  };
  const first = button.getBoundingClientRect();
  place.after(...links.flatMap((link) => [" ", link]));
  for (const link of links) {
    link.classList.add("sso-login-button");
    dress(link, button, first, first.width > 0 ? isWide(first, button) : isBeside);
  }
  const row = button.parentElement;
  if (
    links[0] &&
    isWide(first, button) &&
    links[0].getBoundingClientRect().top < button.getBoundingClientRect().bottom
  ) {
    row?.after(...links);
  }
  new ResizeObserver(fit).observe(button);
  fit();
}
