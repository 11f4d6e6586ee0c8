import { useEffect, useState } from 'react'
import { useShortcut } from './use-shortcut.ts'

const COOKIE_NAME = 'sidebar:state'
const SEVEN_DAYS_SECONDS = 604_800

/** Returns whether the user expanded or collapsed the sidebar; undefined without a cookie. */
const readSidebarCookie = (cookies: string): boolean | undefined =>
  [true, false].find((expanded) => cookies.split('; ').includes(`${COOKIE_NAME}=${expanded}`))

const writeSidebarCookie = (expanded: boolean) => {
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the CookieStore interface
  document.cookie = `${COOKIE_NAME}=${expanded}; path=/; max-age=${SEVEN_DAYS_SECONDS}; SameSite=Lax`
}

/** 768 px, in the unit of the CSS breakpoint. */
const wideScreen = () => matchMedia('(min-width: 48rem)')
/** Here the expanded sidebar would take a third of the width, as on a tablet in portrait. */
const isNarrowScreen = () => wideScreen().matches && !matchMedia('(min-width: 64rem)').matches

/** State of the sidebar (stored in a cookie) and of the drawer on small screens (not stored). */
export function useSidebar() {
  const [chosen, setChosen] = useState(() => readSidebarCookie(document.cookie))
  const [isNarrow, setNarrow] = useState(isNarrowScreen)
  const [drawerOpen, setDrawerOpen] = useState(false)

  const expanded = chosen ?? !isNarrow
  const toggleSidebar = () => {
    writeSidebarCookie(!expanded)
    setChosen(!expanded)
  }
  const toggle = () => (wideScreen().matches ? toggleSidebar() : setDrawerOpen(!drawerOpen))

  useShortcut('b', () => {
    // Ignored while a dialog is open. The drawer itself is a dialog, which closes.
    if (document.querySelectorAll('dialog[open]').length <= (drawerOpen ? 1 : 0)) toggle()
  })

  // Closes the drawer when the screen becomes wide enough for the sidebar.
  useEffect(() => {
    const onResize = () => {
      if (wideScreen().matches) setDrawerOpen(false)
      setNarrow(isNarrowScreen())
    }
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])

  return { expanded, toggleSidebar, drawerOpen, openDrawer: () => setDrawerOpen(true), closeDrawer: () => setDrawerOpen(false) }
}
