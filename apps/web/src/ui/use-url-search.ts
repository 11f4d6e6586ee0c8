import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Browsers limit history updates (Safari: 100 in 30 s), so typing is debounced. */
const DEBOUNCE_MS = 250

/** Stores a search text in the URL (`?search=`), so that reloading, sharing and going back restore the list. */
export function useUrlSearch() {
  const [params, setParams] = useSearchParams()
  const searchParam = params.get('search') ?? ''
  const [search, setSearch] = useState(searchParam)
  const lastWritten = useRef(searchParam)
  const field = useRef<HTMLInputElement>(null)

  // The URL changed from outside: the back button, or a link to the page.
  useEffect(() => {
    if (searchParam === lastWritten.current) return
    lastWritten.current = searchParam
    setSearch(searchParam)
  }, [searchParam])

  const updateSearch = (next: string, more?: (params: URLSearchParams) => void) => {
    lastWritten.current = next
    setSearch(next)
    setParams(
      (before) => {
        const others = [...before].filter(([name]) => name !== 'search')
        const after = new URLSearchParams(next.trim() ? [['search', next], ...others] : others)
        more?.(after)
        return after
      },
      // A search would add a step for each pause while the user types. Any other choice is a step of its own.
      { replace: !more },
    )
  }
  const flush = () => {
    if (search !== lastWritten.current) updateSearch(search)
  }
  const flushNow = useEffectEvent(flush)
  useEffect(() => {
    if (search === lastWritten.current) return
    const timer = setTimeout(flushNow, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [search])

  return {
    params,
    search,
    /** The props of the search box. On blur it updates the URL at once: the next click may leave the page. */
    box: { ref: field, value: search, onChange: setSearch, onBlur: flush },
    /** Sets the search text and, with it, further URL parameters, as a new step of the history. */
    updateSearch,
    /** Clears the search text and changes further URL parameters. Focuses the box, because the button that calls it disappears. */
    reset: (more?: (params: URLSearchParams) => void) => {
      updateSearch('', more)
      field.current?.focus()
    },
  }
}
