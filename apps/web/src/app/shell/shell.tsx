import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { AccountErrorNotice } from '../../account/account-error-notice.tsx'
import { env } from '../../env.ts'
import { Button } from '../../ui/button.tsx'
import { MenuIcon } from '../../ui/icons.ts'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { SkipLink } from '../skip-link.tsx'
import { Drawer } from './drawer.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { SearchIconButton, useSearchPalette } from './search-button.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'

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
