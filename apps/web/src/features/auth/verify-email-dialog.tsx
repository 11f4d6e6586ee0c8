import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Shown right after sign-up: what to do with the mail. `email` undefined: not shown. */
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
          . Open it, and your account is ready.
        </>
      }
    >
      <p className="text-sm text-muted">Nothing there after a few minutes? Have a look at your spam folder.</p>
      <Button className="mt-6 w-full" onClick={onClose}>
        OK, I will check
      </Button>
    </Dialog>
  )
}
