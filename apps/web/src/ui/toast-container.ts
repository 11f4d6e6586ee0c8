/** The element that holds the toasts. It moves into an open modal dialog, because everything outside one is inert. */
export const toastContainer = document.createElement('div')

/** Moves the toasts into the topmost modal dialog, or back into the page. */
export function moveToastsToTopDialog() {
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  if (toastContainer.parentNode !== parent) parent.append(toastContainer)
}
