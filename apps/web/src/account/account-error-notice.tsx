import { useState } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { RotateCw } from '../ui/icons.ts'
import { useAccount } from './use-account.ts'

/** Says in the shell that the account could not be loaded, and offers to try again (D-105). Nothing while all is well. */
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
      title={status === 'error' ? 'Your account could not be loaded' : 'Your account could not be loaded again'}
      action={
        <Button variant="secondary" size="sm" pending={trying} onClick={retry}>
          {!trying && <RotateCw aria-hidden="true" />}
          Try again
        </Button>
      }
    >
      <p>{error}</p>
      <p>
        {status === 'error'
          ? 'Until it is, only what is free to everybody is open.'
          : 'What you see is what was known before; it may be out of date.'}
      </p>
    </Alert>
  )
}
