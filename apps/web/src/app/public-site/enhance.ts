/** Shows the copy buttons and lets them work. Written into the page as text, so it uses nothing from outside. */
export function enhance(): void {
  for (const block of document.querySelectorAll('[data-copy-block]')) {
    const button = block.querySelector<HTMLButtonElement>('[data-copy]')
    const label = block.querySelector('[data-copy-label]')
    const status = block.querySelector('[role=status]')
    const text = block.querySelector<HTMLElement>('[data-copy-text]')
    if (!button || !label || !status || !text) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const show = (outcome: string) => {
        label.textContent = outcome
        status.textContent = outcome
        setTimeout(() => {
          label.textContent = 'Copy'
          status.textContent = ''
        }, 2_000)
      }
      // biome-ignore lint/performance/useDomNodeTextContent: the text is copied with the line breaks that the reader sees.
      navigator.clipboard.writeText(text.innerText.trim()).then(
        () => show('Copied!'),
        () => {
          // The user can copy selected text by the keyboard.
          getSelection()?.selectAllChildren(text)
          show('Press Ctrl+C or Cmd+C')
        },
      )
    })
  }
}

/** Leads users with a stored session to the same content in the app (PUBLIC-11). Written into the head as text. */
export function continueInApp(sessionKey: string, appPath: string): void {
  try {
    if (localStorage.getItem(sessionKey)) location.replace(appPath)
  } catch {}
}
