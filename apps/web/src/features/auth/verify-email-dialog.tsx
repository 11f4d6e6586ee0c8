import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Confirmation, ConfirmEmail } from './confirm-email.tsx'

type VerifyEmailDialogProps = { email: string; onClose: () => void; onConfirmed: (confirmation: Confirmation) => void }

/** Asks the user to confirm the email after sign-up. */
export function VerifyEmailDialog({ email, onClose, onConfirmed }: VerifyEmailDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      closeButton={false}
      size="sm"
      title="Verify Your Email"
      description={
        <>
          We sent a confirmation link to{' '}
          <strong data-private className="font-semibold break-words text-ink">
            {email}
          </strong>
          . Click it to activate your account.
        </>
      }
    >
      <p className="mb-4 text-sm text-muted">
        Is the email on another device? Type its code here. Nothing after a few minutes? Check your spam folder.
      </p>
      <ConfirmEmail email={email} onConfirmed={onConfirmed} />
      <Button className="mt-6 w-full" onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  )
}
