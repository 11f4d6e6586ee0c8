import { useEffect, useState } from 'react'

const NAME = 'sidebar:state'
const SEVEN_DAYS_SECONDS = 604_800

/** Whether the sidebar was left expanded on the last visit; expanded when nothing is known (SHELL-09). */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split('; ').includes(`${NAME}=false`)
}

const writeSidebarCookie = (expanded: boolean) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore interface is younger than some of the browsers we serve
  document.cookie = `${NAME}=${expanded}; path=/; max-age=${SEVEN_DAYS_SECONDS}; SameSite=Lax`
}

/** 768 pixels and more, in the unit of the style sheet's own breakpoint (SHELL-11). */
const wideScreen = () => matchMedia('(min-width: 48rem)')

/** The sidebar (expanded or an icon rail, remembered) and the drawer of small screens (open or not, never remembered). */
export function useSidebar() {
  const [expanded, setExpanded] = useState(() => readSidebarCookie(document.cookie))
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggleSidebar = () => {
    writeSidebarCookie(!expanded)
    setExpanded(!expanded)
  }
  const toggle = () => (wideScreen().matches ? toggleSidebar() : setDrawerOpen(!drawerOpen))

  // Ctrl+B or Cmd+B (SHELL-10)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A dialog keeps the page behind it as it is, from keys as well (PROF-02, D-89). The drawer is one itself, and closes.
      if (document.querySelectorAll('dialog[open]').length <= (drawerOpen ? 1 : 0)) toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })

  // A turned tablet has its sidebar back: the drawer would only stand in front of it.
  useEffect(() => {
    const wide = wideScreen()
    const onChange = () => wide.matches && setDrawerOpen(false)
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  }, [])

  return { expanded, toggleSidebar, drawerOpen, openDrawer: () => setDrawerOpen(true), closeDrawer: () => setDrawerOpen(false) }
}
