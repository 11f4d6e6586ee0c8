/** Where toasts are drawn. It moves into an open modal dialog, since all around one is inert and unspoken. */
export const toastHost = document.createElement('div')

/** Moves the toasts to where they can be seen and reached: the topmost dialog, or the page. */
export function bringToastsToTop() {
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  if (toastHost.parentNode !== parent) parent.append(toastHost)
}
