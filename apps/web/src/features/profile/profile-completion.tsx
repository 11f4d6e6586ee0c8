import { needsName } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const CompletionDialog = lazyPart(async () => (await import('./completion-dialog.tsx')).CompletionDialog)

/** The welcome dialog for users without a name. It cannot be dismissed. */
export function ProfileCompletion() {
  const { context } = useAccount()
  if (!context || !needsName(context)) return null
  return <CompletionDialog context={context} />
}
