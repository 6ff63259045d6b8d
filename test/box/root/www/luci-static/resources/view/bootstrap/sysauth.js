/** Does to the login page what Bootstrap's view of the same name does, without LuCI's library. */
(() => {
  const form = document.querySelector("form");
  const button = document.querySelector("button");
  const overlay = document.createElement("div");
  overlay.id = "modal_overlay";
  overlay.innerHTML = '<div class="modal login" role="dialog" aria-modal="true"><h4>Authorization Required</h4></div>';
  const dialog = overlay.firstElementChild;
  dialog.append(...document.querySelectorAll("section > *"));
  document.body.append(overlay);
  form.addEventListener("keypress", (event) => {
    if (event.key === "Enter") {
      button.click();
    }
  });
  button.addEventListener("click", () => {
    for (const node of dialog.querySelectorAll("*")) {
      node.style.display = "none";
    }
    form.submit();
  });
  document.querySelector('input[type="password"]').focus();
  document.querySelector("#view").textContent = "";
})();
