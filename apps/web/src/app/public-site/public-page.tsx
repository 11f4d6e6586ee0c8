import type { ReactNode } from 'react'
import { LegalLinks } from '../../account/legal-links.tsx'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Wordmark } from '../../ui/wordmark.tsx'

/** Header, main part and footer of every page for visitors. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {/* In a short window it stays as well, but low, so that the text has room (decision 028). */}
      <header data-top-bar className="sticky top-0 z-20 border-b border-rule bg-paper">
        <div className="mx-auto flex h-15 max-w-page items-center justify-between gap-x-4 px-4 short:h-9 sm:px-8">
          <a
            href={publicPaths.welcome}
            aria-label={`${env.academyName}, welcome page`}
            className="-mx-1 rounded-md px-1 py-1.5 short:py-0.5"
          >
            <Wordmark name={env.academyName} />
          </a>
          {/* Phones have room for one of the links. The page leads to the syllabus, the prices and the sign-up, too. */}
          <nav aria-label="Main" className="flex items-center gap-2">
            <a href={`${publicPaths.welcome}#syllabus`} className={buttonClasses('ghost', 'sm', 'max-md:hidden')}>
              What you learn
            </a>
            <a href={`${publicPaths.welcome}#prices`} className={buttonClasses('ghost', 'sm', 'max-sm:hidden')}>
              Prices
            </a>
            <a href={paths.login()} className={buttonClasses('ghost', 'sm')}>
              Sign in
            </a>
            <a href={paths.signup()} className={buttonClasses('secondary', 'sm', 'max-sm:hidden')}>
              Start for free
            </a>
          </nav>
        </div>
      </header>
      <main id="main" className="flex-1">
        {children}
      </main>
      <footer className="border-t border-rule">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-8 text-sm text-muted sm:px-8">
          <p>{env.academyName}</p>
          <nav aria-label="Footer">
            <ul className="flex flex-wrap gap-x-5 gap-y-2">
              <li>
                <a href={publicPaths.welcome} className="text-link">
                  What you learn
                </a>
              </li>
              <li>
                <a href={`${publicPaths.welcome}#prices`} className="text-link">
                  Prices
                </a>
              </li>
              <li>
                <a href={paths.login()} className="text-link">
                  Sign in
                </a>
              </li>
              <LegalLinks />
            </ul>
          </nav>
        </div>
      </footer>
    </div>
  )
}
