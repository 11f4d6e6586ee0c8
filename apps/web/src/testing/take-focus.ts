/** Takes the focus from a button that became disabled, as browsers do. `blur()` of happy-dom ignores disabled elements. */
export function takeFocus(): void {
  const other = document.body.appendChild(document.createElement('input'))
  other.focus()
  other.blur()
  other.remove()
}
