import { lazy, Suspense } from 'react'
import { needsName } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'

const CompletionDialog = lazy(() => import('./completion-dialog.tsx').then((module) => ({ default: module.CompletionDialog })))

/** The welcome dialog for users without a name. It cannot be dismissed (PROF-01, PROF-02). */
export function ProfileCompletion() {
  const { context } = useAccount()
  if (!context || !needsName(context)) return null
  return (
    <Suspense>
      <CompletionDialog context={context} />
    </Suspense>
  )
}
