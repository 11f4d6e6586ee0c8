import { Alert } from '../ui/alert.tsx'
import { ApiError, needsSignIn } from './api-error.ts'

type FailureAlertProps = { error: unknown; failed: string; className?: string }

/** Says why a request failed. Shows nothing without an error, and when the user has to sign in again: the app says that. */
export const FailureAlert = ({ error, failed, className = '' }: FailureAlertProps) =>
  Boolean(error) &&
  !needsSignIn(error) && (
    <Alert tone="danger" className={className}>
      {error instanceof ApiError ? error.message : `${failed}. Try again in a moment.`}
    </Alert>
  )
