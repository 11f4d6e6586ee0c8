import { useAccount } from '../../account/use-account.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Why everything looks locked when the account could not be loaded, and the way out of it (CTX-09, D-105). */
export function AccountTrouble() {
  const account = useAccount()
  if (account.status !== 'error') return null
  return (
    <Alert
      tone="warning"
      className="mb-6"
      title="Your account could not be loaded"
      action={
        <Button variant="secondary" size="sm" onClick={() => void account.reload()}>
          Try again
        </Button>
      }
    >
      {account.error}
    </Alert>
  )
}
