import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Browsers refuse addresses that change with every keystroke (Safari: 100 in 30 s). */
const SETTLE_MS = 250

/** What is searched for. It stands in the address, so that reloading, sharing and coming back find the same list. */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('search') ?? ''
  const [search, setSearch] = useState(inAddress)
  const written = useRef(inAddress)

  // Somebody else changed the address: the back button, or a link to the page.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setSearch(inAddress)
  }, [inAddress])

  const write = (next: string, more?: (params: URLSearchParams) => void) => {
    written.current = next
    setSearch(next)
    setParams(
      (before) => {
        const others = [...before].filter(([name]) => name !== 'search')
        const after = new URLSearchParams(next.trim() ? [['search', next], ...others] : others)
        more?.(after)
        return after
      },
      { replace: true },
    )
  }
  const settle = () => {
    if (search !== written.current) write(search)
  }
  const settleNow = useEffectEvent(settle)
  useEffect(() => {
    if (search === written.current) return
    const timer = setTimeout(settleNow, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [search])

  return {
    params,
    search,
    setSearch,
    /** Writes what was typed into the address now: whoever leaves the field may leave the page next. */
    settle,
    /** Searches for something else, and changes further parameters of the address with it. */
    write,
  }
}
