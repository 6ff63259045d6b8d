/** Copies a field's or an element's text; where the browser has no clipboard (plain HTTP) it is selected to be copied by hand. */
export async function copyText(node: HTMLElement): Promise<void> {
  const isField = node instanceof HTMLInputElement;
  if (isField) {
    node.select();
  } else {
    window.getSelection()?.selectAllChildren(node);
  }
  // Absent without HTTPS, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  await clipboard?.writeText(isField ? node.value : (node.textContent ?? ""));
}
