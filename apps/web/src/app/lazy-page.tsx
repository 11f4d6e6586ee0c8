import { lazy, useState } from 'react'
import type { Elements } from '../ui/jsx/jsx-types.ts'

export type PageComponent = () => Elements

export type LazyPage = PageComponent & {
  /** Preloads the code of the page. */
  load(): Promise<unknown>
}

/**
 * A page that is loaded on demand. Unlike React's `lazy` it renders preloaded code at once; `lazy` would show its fallback for at least
 * 300 ms.
 */
export function lazyPage(fetchModule: () => Promise<{ default: PageComponent }>): LazyPage {
  let loaded: PageComponent | undefined
  const load = async () => {
    const module = await fetchModule()
    loaded = module.default
    return module
  }
  const LazyComponent = lazy(load)
  function Page() {
    // Fixed on mount: switching the component would remount the page.
    const [Component] = useState(() => loaded ?? LazyComponent)
    return <Component />
  }
  return Object.assign(Page, { load })
}
