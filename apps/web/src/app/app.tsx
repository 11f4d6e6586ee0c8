import { env } from '../env.ts'
import { PagesProvider } from '../ui/page-heading.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { AppRoutes } from './router.tsx'
import { ScrollKeeper } from './scroll-keeper.tsx'

/** The whole app, inside whatever router holds the address. */
export function App() {
  return (
    <PagesProvider siteName={env.academyName}>
      <ScrollKeeper />
      <CrashGuard>
        <AppRoutes />
      </CrashGuard>
      <Toasts />
    </PagesProvider>
  )
}
