import { useState } from 'react'
import { Alert } from '../ui/alert.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { useAccount } from './use-account.ts'

/** Shows in the shell that loading the account failed, with a retry (D-105). */
export function AccountErrorNotice() {
  const { status, error, reload } = useAccount()
  const [trying, setTrying] = useState(false)
  if (!error) return null
  const retry = () => {
    setTrying(true)
    void reload().finally(() => setTrying(false))
  }
  return (
    <Alert
      tone="warning"
      className="mb-6"
      title={status === 'error' ? "We couldn't load your account" : "We couldn't refresh your account"}
      action={<RetryButton onRetry={retry} pending={trying} />}
    >
      <p>{error}</p>
      <p>
        {status === 'error'
          ? 'Until it loads, only free content is available.'
          : "You're seeing an earlier version, which may be out of date."}
      </p>
    </Alert>
  )
}
