import { paths } from '../../paths.ts'
import { PublicPage } from './public-page.tsx'

/** Shown while the API does not respond and no earlier version of the page is cached. */
export const NotAvailablePage = () => (
  <PublicPage>
    <div className="mx-auto max-w-page px-4 py-12 sm:px-8">
      <h1 className="text-3xl">This page isn't available at the moment</h1>
      <p className="mt-3 max-w-prose text-lg text-muted">Please try again in a minute.</p>
    </div>
  </PublicPage>
)

/** Shown at a URL that no page has. */
export const NotFoundPage = () => (
  <PublicPage>
    <div className="mx-auto max-w-page px-4 py-12 sm:px-8">
      <h1 className="text-3xl">404</h1>
      <p className="mt-3 text-lg">Oops! Page not found</p>
      <p className="mt-6">
        <a href={paths.home()} className="text-link">
          Return to Home
        </a>
      </p>
    </div>
  </PublicPage>
)
