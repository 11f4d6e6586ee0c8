/** The first focusable element of a page. Moves the focus to the content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page without changing the URL
    <a
      href="#main"
      // Session replay would record this link with the full URL, search text included.
      data-private
      onClick={(event) => {
        // Keep the URL: a reload or a shared link must start at the top.
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
