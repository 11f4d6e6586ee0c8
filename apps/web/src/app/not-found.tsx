import { useEffect } from 'react'
import { Link, useLocation, useOutletContext } from 'react-router'
import { LegalPart } from '../account/legal-part.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Search } from '../ui/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { Logo } from '../ui/wordmark.tsx'

/** The 404 page: a page of its own for visitors, and inside the shell, with its search, for signed-in users. */
export function NotFound() {
  const { pathname } = useLocation()
  // Only the shell passes it.
  const openSearch = useOutletContext<(() => void) | undefined>()

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification wants the path in the console
    console.warn(`No page found at ${pathname}`)
  }, [pathname])

  if (openSearch) return <Notice openSearch={openSearch} />
  return (
    <div className="bg-grid flex min-h-dvh flex-col">
      <main className="flex flex-1 flex-col items-center justify-center p-6">
        <Notice className="shadow-raised" />
      </main>
      <LegalPart below="page" />
    </div>
  )
}

function Notice({ className, openSearch }: { className?: string; openSearch?: () => void }) {
  return (
    <div
      className={cx(
        'mx-auto flex w-full max-w-narrow flex-col items-center rounded-lg border border-rule bg-surface p-8 text-center sm:p-12',
        className,
      )}
    >
      <Logo className="mb-6 size-10" />
      <PageHeading title="Page not found" className="text-4xl sm:text-4xl">
        404
      </PageHeading>
      <p className="mt-3 text-lg">Oops! Page not found</p>
      {openSearch && (
        <Button variant="secondary" aria-haspopup="dialog" className="mt-6" onClick={openSearch}>
          <Search aria-hidden="true" />
          Search the academy
        </Button>
      )}
      <p className="mt-6">
        <Link to={paths.home()} className="text-link">
          Return to Home
        </Link>
      </p>
    </div>
  )
}
