/** The storage of the browser's tab; a browser that is told to store nothing refuses it at each access. */
export const tabShelf: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => window.sessionStorage.getItem(key),
  setItem: (key, value) => window.sessionStorage.setItem(key, value),
  removeItem: (key) => window.sessionStorage.removeItem(key),
};
