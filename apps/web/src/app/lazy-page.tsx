import { type ComponentType, lazy, useState } from 'react'

export type LazyPage = ComponentType & {
  /** Fetches the code of the page, so that it is there when it is to be drawn. */
  load(): Promise<unknown>
}

/**
 * A page whose code comes when it is needed. Unlike React's own `lazy`, code that is there already is drawn at once: React shows a
 * waiting mark first, and leaves it for 300 ms so that it does not flicker.
 */
export function lazyPage(fetchModule: () => Promise<{ default: ComponentType }>): LazyPage {
  let fetched: ComponentType | undefined
  const load = async () => {
    const module = await fetchModule()
    fetched = module.default
    return module
  }
  const Waiting = lazy(load)
  function Page() {
    // Stays what it was when it was first drawn: another component would begin anew.
    const [Component] = useState(() => fetched ?? Waiting)
    return <Component />
  }
  return Object.assign(Page, { load })
}
