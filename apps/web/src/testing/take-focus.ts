/** Takes the focus from a button that became disabled, as browsers do. `blur()` of happy-dom ignores disabled elements. */
export function takeFocus(): void {
  // Outside an open dialog nothing takes the focus.
  const other = (document.querySelector('dialog[open]') ?? document.body).appendChild(document.createElement('input'))
  other.focus()
  other.blur()
  other.remove()
}
