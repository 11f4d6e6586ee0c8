import { Suspense, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AccountErrorNotice } from '../../account/account-error-notice.tsx'
import { env } from '../../env.ts'
import { Button } from '../../ui/button.tsx'
import { useModal } from '../../ui/dialog.tsx'
import { MenuIcon, X } from '../../ui/icons.ts'
import { PageSpinner } from '../../ui/spinner.tsx'
import { useHasElapsed } from '../../ui/use-has-elapsed.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { SkipLink } from '../skip-link.tsx'
import { SearchIconButton, useSearchPalette } from './search-button.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarNav } from './sidebar-nav.tsx'
import { useSidebar } from './sidebar-state.ts'
import { UserMenu } from './user-menu.tsx'

/** Layout of the protected pages: sidebar, or top bar and drawer on small screens. */
export function Shell() {
  const { expanded, toggleSidebar, drawerOpen, openDrawer, closeDrawer } = useSidebar()
  const { openSearch, palette } = useSearchPalette()
  return (
    <div className="flex min-h-dvh max-md:flex-col">
      <SkipLink />
      <NavigationProgress />
      <Sidebar expanded={expanded} onToggle={toggleSidebar} onSearch={openSearch} />
      <header className="sticky top-0 short:static z-20 flex h-14 items-center gap-2 border-b border-rule bg-paper px-2 md:hidden">
        <Button variant="ghost" size="icon" aria-label="Open menu" aria-expanded={drawerOpen} aria-haspopup="dialog" onClick={openDrawer}>
          <MenuIcon aria-hidden="true" />
        </Button>
        <Wordmark name={env.academyName} />
        <SearchIconButton onOpen={openSearch} />
      </header>
      {drawerOpen && <Drawer onClose={closeDrawer} />}
      {palette}
      <main id="main" className="min-w-0 flex-1">
        <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-8 sm:py-10">
          <AccountErrorNotice />
          <ErrorBoundary>
            <Suspense fallback={<PageSpinner />}>
              <Outlet context={openSearch} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
    </div>
  )
}

/** Shorter waits show no bar, which would only flicker. */
const SHOW_DELAY_MS = 300

// Browsers without the Navigation API show no bar.
const navigation = (): Navigation | undefined => ('navigation' in window ? window.navigation : undefined)

const subscribe = (listener: () => void) => {
  const source = navigation()
  source?.addEventListener('currententrychange', listener)
  return () => source?.removeEventListener('currententrychange', listener)
}

/** Returns the path in the address bar, which changes before the lazy page renders. */
const pendingPath = (): string | undefined => {
  const url = navigation()?.currentEntry?.url
  return url ? URL.parse(url)?.pathname : undefined
}

/** Shows a progress bar while a lazy page loads and the previous page is still visible. */
function NavigationProgress() {
  const pending = useSyncExternalStore(subscribe, pendingPath)
  const { pathname } = useLocation()
  return pending === undefined || pending === pathname ? null : <DelayedBar key={pending} />
}

function DelayedBar() {
  const isVisible = useHasElapsed(SHOW_DELAY_MS)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40 print:hidden">
      {isVisible && (
        <>
          <span className="sr-only">Loading the page...</span>
          <span aria-hidden="true" className="block h-1 animate-[skeleton-breath_900ms_ease-in-out_infinite] bg-accent" />
        </>
      )}
    </div>
  )
}

/** The menu on small screens: an 18rem wide drawer from the left. */
function Drawer({ onClose }: { onClose: () => void }) {
  const { onClick, ...modal } = useModal(onClose)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard follows a link by a click
    <dialog
      {...modal}
      aria-label="Menu"
      onClick={(event) => {
        onClick(event)
        if (event.target instanceof Element && event.target.closest('a')) onClose()
      }}
      className="drawer-panel m-0 h-dvh max-h-none w-sidebar-mobile max-w-[calc(100vw-2.5rem)] border-r border-rule bg-sunken text-ink"
    >
      {/* Keeps the user menu above the toasts, so that a user can retry a failed sign-out while the toast about it is shown. */}
      <div className="flex h-full flex-col pb-[calc(var(--toasts-height,0px)+min(var(--toasts-height,0px),1rem))]">
        <div className="flex items-center justify-between py-3 short:py-0 pr-2 pl-4">
          <Wordmark name={env.academyName} />
          <Button variant="ghost" size="icon" aria-label="Close menu" onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
        <div className="flex-1 overflow-y-auto px-2 py-3 short:py-0">
          <SidebarNav onLockedItem={onClose} />
        </div>
        <div className="border-t border-rule p-2 short:py-0">
          <UserMenu />
        </div>
      </div>
    </dialog>
  )
}
