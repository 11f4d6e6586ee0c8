import { Alert } from '../../ui/alert.tsx'
import type { Confirmation } from './confirm-email.tsx'

/** Tells a user whose address was confirmed on this page what to do next. */
export const ConfirmedNotice = ({ confirmation }: { confirmation: Confirmation }) => (
  <Alert tone="positive" className="mt-6" title="Your email address is confirmed">
    {confirmation === 'other-password'
      ? 'The account has another password, maybe from an earlier sign-up. Choose “Forgot password?”: a new password signs everyone else out.'
      : 'Sign in with your password.'}
  </Alert>
)
