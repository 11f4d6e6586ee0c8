import { Alert } from '../../../ui/alert.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'

type VideoErrorProps = { children: string; onRetry: () => void; retrying?: boolean }

export const VideoError = ({ children, onRetry, retrying = false }: VideoErrorProps) => (
  <Alert tone="danger" action={<RetryButton onRetry={onRetry} pending={retrying} />}>
    {children}
  </Alert>
)
