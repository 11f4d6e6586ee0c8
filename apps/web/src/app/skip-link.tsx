/** The first stop of the keyboard on every page: past the header and the menu, to the content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place on the page; only the address is left alone
    <a
      href="#main"
      onClick={(event) => {
        // The address must not change: a reload or a shared link would start in the middle of the page.
        event.preventDefault()
        const main = document.getElementById('main')
        main?.setAttribute('tabindex', '-1')
        main?.focus()
        main?.scrollIntoView()
      }}
      className="sr-only z-50 rounded-md bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  )
}
