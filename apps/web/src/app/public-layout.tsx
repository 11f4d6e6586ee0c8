import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import { LegalPart } from '../account/legal-part.tsx'
import { env } from '../env.ts'
import { paths } from '../paths.ts'
import { MenuIcon, X } from '../ui/icons.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { SkipLink } from './skip-link.tsx'

/** Layout of the public pages: a sticky header and the page. */
export function PublicLayout() {
  const [menuOpen, setMenuOpen] = useState(false)
  const Icon = menuOpen ? X : MenuIcon
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {/* In a short window it stays as well, but low, so that the text has room (decision 028). */}
      <header data-top-bar className="sticky top-0 z-20 border-b border-rule bg-paper">
        <div className="flex h-15 short:h-9 items-center justify-between px-4 sm:px-8">
          <Link to={paths.home()} aria-label={`${env.academyName}, home`} className="-mx-1 rounded-md px-1 py-1.5 short:py-0.5">
            <Wordmark name={env.academyName} />
          </Link>
          <button
            type="button"
            aria-label={menuOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={menuOpen}
            aria-controls="public-menu"
            onClick={() => setMenuOpen(!menuOpen)}
            className="flex size-11 short:size-8 items-center justify-center rounded-md hover:bg-sunken md:hidden"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
        {/* The menu has no items before sign-in, so a line says why. */}
        <nav
          id="public-menu"
          aria-label="Menu"
          hidden={!menuOpen}
          className="border-t border-rule px-4 py-5 short:py-1.5 text-sm text-muted md:hidden"
        >
          Sign in to see the menu.
        </nav>
      </header>
      <main id="main" className="flex flex-1 flex-col">
        <ErrorBoundary>
          <Outlet />
        </ErrorBoundary>
      </main>
      <LegalPart below="page" />
    </div>
  )
}
