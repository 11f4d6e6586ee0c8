import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { LegalPart } from '../account/legal-part.tsx'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { Logo } from '../ui/wordmark.tsx'

/** The 404 page. */
export function NotFound() {
  const { pathname } = useLocation()

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification wants the path in the console
    console.warn(`No page found at ${pathname}`)
  }, [pathname])

  return (
    <div className="bg-grid flex min-h-dvh flex-col">
      <main className="flex flex-1 flex-col items-center justify-center p-6">
        <div className="flex w-full max-w-narrow flex-col items-center rounded-lg border border-rule bg-surface p-8 text-center shadow-raised sm:p-12">
          <Logo className="mb-6 size-10" />
          <PageHeading title="Page not found" className="text-4xl sm:text-4xl">
            404
          </PageHeading>
          <p className="mt-3 text-lg">Oops! Page not found</p>
          <p className="mt-6">
            <Link to={paths.home()} className="text-link">
              Return to Home
            </Link>
          </p>
        </div>
      </main>
      <LegalPart below="page" />
    </div>
  )
}
