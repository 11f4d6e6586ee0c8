import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LibraryFilter } from './library-entry.ts'

/** Browsers refuse addresses that change with every keystroke (Safari: 100 in 30 s). */
const SETTLE_MS = 250

/** Search and tag. They stand in the address, so that reloading, sharing and coming back find the same list. */
export function useLibraryFilter() {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('search') ?? ''
  const tag = params.get('tag')
  const [search, setSearch] = useState(inAddress)
  const written = useRef(inAddress)

  // Somebody else changed the address: the back button, or a link to the library.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setSearch(inAddress)
  }, [inAddress])

  const setFilter = (next: LibraryFilter) => {
    written.current = next.search
    setSearch(next.search)
    setParams((before) => filterParams(before, next), { replace: true })
  }
  const settle = () => {
    if (search !== written.current) setFilter({ search, tag })
  }
  const settleNow = useEffectEvent(settle)
  useEffect(() => {
    if (search === written.current) return
    const timer = setTimeout(settleNow, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [search])

  return {
    search,
    tag,
    setSearch,
    setTag: (next: string | null) => setFilter({ search, tag: next }),
    /** Everything again. */
    reset: () => setFilter({ search: '', tag: null }),
    /** Writes what was typed into the address now: whoever leaves the field may leave the page next. */
    settle,
  }
}

function filterParams(before: URLSearchParams, { search, tag }: LibraryFilter): URLSearchParams {
  const params = new URLSearchParams(before)
  params.delete('search')
  params.delete('tag')
  if (search.trim()) params.set('search', search)
  if (tag !== null) params.set('tag', tag)
  return params
}
