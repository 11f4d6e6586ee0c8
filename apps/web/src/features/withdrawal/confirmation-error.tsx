import type { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'

type ConfirmationErrorProps = { error: ApiError; refusedTitle: string; unknownTitle: string; button: string }

/** Shows why a confirmation failed. Only a refusal is certain: the API stores a confirmation before it responds. */
export function ConfirmationError({ error: { status, message }, refusedTitle, unknownTitle, button }: ConfirmationErrorProps) {
  const isRefusal = status >= 400 && status < 500
  return (
    <Alert tone="danger" title={isRefusal ? refusedTitle : unknownTitle}>
      {isRefusal ? message : `Press “${button}” again: it counts once.`}
    </Alert>
  )
}
