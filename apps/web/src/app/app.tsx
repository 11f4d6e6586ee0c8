import { env } from '../env.ts'
import { PagesProvider } from '../ui/page-heading.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ConsentQuestion } from './consent.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { PageViews } from './page-views.tsx'
import { AppRoutes } from './router.tsx'
import { ScrollKeeper } from './scroll-keeper.tsx'

/** The whole app, inside whatever router holds the address. */
export function App() {
  return (
    <PagesProvider siteName={env.academyName}>
      <ScrollKeeper />
      <PageViews />
      <CrashGuard>
        <AppRoutes />
      </CrashGuard>
      <ConnectionNotice />
      <Toasts />
      <ConsentQuestion />
    </PagesProvider>
  )
}
