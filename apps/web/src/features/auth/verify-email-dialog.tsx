import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks the user to confirm the email after sign-up. Closed when `email` is undefined. */
export function VerifyEmailDialog({ email, onClose }: { email: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={email !== undefined}
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
      <p className="text-sm text-muted">Nothing after a few minutes? Check your spam folder.</p>
      <Button className="mt-6 w-full" onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  )
}
