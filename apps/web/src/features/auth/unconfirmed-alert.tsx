import { Alert } from '../../ui/alert.tsx'
import { type Confirmation, ConfirmEmail } from './confirm-email.tsx'

type UnconfirmedAlertProps = { email: string; password: string; onConfirmed: (confirmation: Confirmation) => void }

/** Stands above the sign-in form after a sign-in with an unconfirmed address, beside the toast (BUY-05). */
export const UnconfirmedAlert = ({ email, password, onConfirmed }: UnconfirmedAlertProps) => (
  <Alert tone="warning" className="mt-6" title="Confirm your email address first">
    <p className="mb-3">
      We sent an email to{' '}
      <strong data-private className="font-semibold break-words">
        {email}
      </strong>
      . Open its link, or type its code here.
    </p>
    <ConfirmEmail email={email} password={password} onConfirmed={onConfirmed} />
  </Alert>
)
