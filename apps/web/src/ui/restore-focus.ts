/** Focuses `target`, or the page heading when the target is gone or was the body. */
export function restoreFocus(target: Element | null): void {
  if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus()
  else document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}
