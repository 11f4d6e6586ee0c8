import { useQuery } from '@tanstack/react-query'
import { Alert } from '../ui/alert.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { accountQuery } from './account-query.ts'
import { useAccount } from './use-account.ts'

/** Shows in the shell that loading the account failed, with a retry. */
export function AccountErrorNotice() {
  const { status, error, reload } = useAccount()
  const { isFetching } = useQuery(accountQuery())
  if (!error) return null
  return (
    <Alert
      tone="warning"
      className="mb-6"
      title={status === 'loading' ? "We couldn't load your account" : "We couldn't refresh your account"}
      action={<RetryButton onRetry={() => void reload()} pending={isFetching} />}
    >
      <p>{error}</p>
      <p>{status === 'loading' ? 'Until it loads, only free content is available.' : 'What you see may be out of date.'}</p>
    </Alert>
  )
}
