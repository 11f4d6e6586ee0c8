import { useEffect, useState } from 'react'
import { useShortcut } from './use-shortcut.ts'

const COOKIE_NAME = 'sidebar:state'
const SEVEN_DAYS_SECONDS = 604_800

/** Returns whether the sidebar is expanded; true without a cookie. */
function readSidebarCookie(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE_NAME}=false`)
}

const writeSidebarCookie = (expanded: boolean) => {
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the CookieStore interface
  document.cookie = `${COOKIE_NAME}=${expanded}; path=/; max-age=${SEVEN_DAYS_SECONDS}; SameSite=Lax`
}

/** 768 px, in the unit of the CSS breakpoint. */
const wideScreen = () => matchMedia('(min-width: 48rem)')

/** State of the sidebar (stored in a cookie) and of the drawer on small screens (not stored). */
export function useSidebar() {
  const [expanded, setExpanded] = useState(() => readSidebarCookie(document.cookie))
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggleSidebar = () => {
    writeSidebarCookie(!expanded)
    setExpanded(!expanded)
  }
  const toggle = () => (wideScreen().matches ? toggleSidebar() : setDrawerOpen(!drawerOpen))

  useShortcut('b', () => {
    // Ignored while a dialog is open. The drawer itself is a dialog, which closes.
    if (document.querySelectorAll('dialog[open]').length <= (drawerOpen ? 1 : 0)) toggle()
  })

  // Closes the drawer when the screen becomes wide enough for the sidebar.
  useEffect(() => {
    const wide = wideScreen()
    const onChange = () => wide.matches && setDrawerOpen(false)
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  }, [])

  return { expanded, toggleSidebar, drawerOpen, openDrawer: () => setDrawerOpen(true), closeDrawer: () => setDrawerOpen(false) }
}
