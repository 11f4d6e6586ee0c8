import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { RotateCw } from '../../../ui/icons.ts'

type VideoFailureProps = { children: string; onRetry: () => void; retrying?: boolean }

export function VideoError({ children, onRetry, retrying = false }: VideoFailureProps) {
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" size="sm" pending={retrying} onClick={onRetry}>
          {!retrying && <RotateCw aria-hidden="true" />}
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  )
}
