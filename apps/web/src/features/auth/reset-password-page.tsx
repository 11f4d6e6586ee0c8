import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { isRecoverySession } from '../../session/recovery-session.ts'
import { useSession } from '../../session/session.ts'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { toast } from '../../ui/toast.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { SessionLoading } from './session-loading.tsx'

/** Sets a new password, after a reset link or in any other session. */
export default function ResetPasswordPage() {
  const { status, session } = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    if (status !== 'signed-out') return
    toast.error({ title: 'Access denied', description: 'Please use the password reset link from your email.' })
    void navigate(paths.login(), { replace: true })
  }, [status, navigate])

  if (!session) return <SessionLoading />
  const isRecovery = isRecoverySession(session)
  return (
    <NarrowCard>
      <PageHeading>Choose a new password</PageHeading>
      <p className="mt-2 mb-6 text-muted">
        For the account{' '}
        <strong data-private translate="no" className="font-semibold break-words text-ink">
          {session.user.email}
        </strong>
        . You'll stay signed in here. Other devices are signed out{isRecovery && ', and access tokens for coding tools stop working'}.
      </p>
      {/* Remounts when another user signs in in another tab, so that no password is saved for the wrong account. */}
      <NewPasswordForm
        key={session.user.id}
        email={session.user.email ?? ''}
        isRecovery={isRecovery}
        onDone={() => void navigate(paths.dashboard(), { replace: true })}
      />
    </NarrowCard>
  )
}
