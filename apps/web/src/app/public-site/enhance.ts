/** Lets the copy buttons work, and shows pictures in the theme that the user chose. Written into the page as text, so it uses nothing from outside. */
export function enhance(): void {
  const { theme } = document.documentElement.dataset
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]')) {
    if (theme !== undefined) source.media = theme === 'dark' ? 'all' : 'not all'
  }
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
      // Without TLS there is no clipboard, and the call throws.
      Promise.resolve()
        // biome-ignore lint/performance/useDomNodeTextContent: the text is copied with the line breaks that the reader sees.
        .then(() => navigator.clipboard.writeText(text.innerText.trim()))
        .then(
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

/** Shows the bar at the bottom while no part of the page with the same button is in view. Written into the page as text. */
export function showBottomBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-bottom-bar]')
  if (!bar) return
  const inView = new Set<Element>()
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) inView.add(target)
      else inView.delete(target)
    }
    bar.hidden = inView.size > 0
  })
  for (const part of document.querySelectorAll('[data-without-bar]')) observer.observe(part)
}

/** Leads users with a stored session to the same content in the app. Written into the head as text. */
export function continueInApp(sessionKey: string, appPath: string): void {
  try {
    if (localStorage.getItem(sessionKey)) location.replace(appPath)
  } catch {}
}

/** Shows users with a stored session a link to their course, wherever the page asks visitors to sign up. Written into the page as text. */
export function offerCourse(sessionKey: string, coursePath: string, signUpPath: string, signInPath: string): void {
  try {
    if (!localStorage.getItem(sessionKey)) return
  } catch {
    return
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="${signUpPath}"]`)) {
    link.href = coursePath
    link.textContent = 'Open your course'
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="${signInPath}"]`)) link.hidden = true
}

/**
 * Shows the prices in the currency that the visitor chose in this tab, else in the currency of the visitor's country. A lookup that
 * fails or takes longer than 3 s changes nothing. Written into the page as text.
 */
export function setCurrency(storageKey: string, geoUrl: string, countriesOf: Readonly<Record<string, string>>, elsewhere: string): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=currency]')]
  const show = (currency: string | null) => {
    const radio = radios.find(({ value }) => value === currency)
    if (radio) radio.checked = true
    return radio !== undefined
  }
  let isChosen = false
  try {
    isChosen = show(sessionStorage.getItem(storageKey))
  } catch {
    // Storage is blocked: the choice lasts until the page closes.
  }
  for (const radio of radios) {
    radio.addEventListener('change', () => {
      isChosen = true
      try {
        sessionStorage.setItem(storageKey, radio.value)
      } catch {}
    })
  }
  if (isChosen) return
  fetch(geoUrl, { credentials: 'omit', signal: AbortSignal.timeout(3_000) })
    .then(async (response) => {
      if (!response.ok) return
      const country: unknown = (await response.json())?.country
      const code = (typeof country === 'string' && country.toUpperCase()) || '-'
      const listed = Object.keys(countriesOf).findLast((currency) => countriesOf[currency]?.split(' ').includes(code))
      if (!isChosen) show(listed ?? elsewhere)
    })
    // Without an answer the prices keep the default currency.
    .catch(() => {})
}
