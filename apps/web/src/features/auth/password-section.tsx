import { useState } from 'react'
import { isRecoverySession } from '../../session/recovery-session.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SettingsSection } from '../../ui/section.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** The password section of the settings. */
export function PasswordSection() {
  const { session } = useSession()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!session) return null
  const isRecovery = isRecoverySession(session)
  return (
    <SettingsSection title="Password">
      <p className="mt-1 max-w-prose text-muted">
        A new password signs you out on all other devices. Access tokens for coding tools {isRecovery ? 'stop' : 'keep'} working.
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
        Change password
      </Button>
      {isOpen && (
        <Dialog onClose={close} size="sm" title="Change your password">
          <NewPasswordForm email={session.user.email ?? ''} isRecovery={isRecovery} onDone={close} />
        </Dialog>
      )}
    </SettingsSection>
  )
}
