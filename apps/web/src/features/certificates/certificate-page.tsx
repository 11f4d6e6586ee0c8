import { lazy, type ReactElement, Suspense, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import type { SignInState } from '../../session/return-path.ts'
import { useSession } from '../../session/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { CertificateMessage } from './certificate-message.tsx'
import { CertificateView } from './certificate-view.tsx'
import { useVerifiedCertificate, type Verification } from './use-verified-certificate.ts'

// Visitors do not load what only holders need.
// Without its code the certificate is shown as to everybody else.
const Verified = ({ fallback }: { fallback: ReactElement }) => fallback
const HolderView = lazy(async () => ({
  default: await import('./holder-view.tsx').then(
    (module) => module.HolderView,
    () => Verified,
  ),
}))

/** A certificate, for everyone who has its URL. Its holder can also hide and reissue it. */
export default function CertificatePage() {
  const { certificateId = '' } = useParams()
  // The key, so that no certificate is shown at the URL of another.
  return <VerifiedPage key={certificateId} certificateId={certificateId} />
}

function VerifiedPage({ certificateId }: { certificateId: string }) {
  const { status, session } = useSession()
  const [verification, retry] = useVerifiedCertificate(certificateId)
  const [mustSignIn, setMustSignIn] = useState(false)
  if (mustSignIn) return <Navigate to={paths.login()} replace state={{ from: paths.certificate(certificateId) } satisfies SignInState} />
  const verified = <VerifiedCertificate verification={verification} retry={retry} />
  // A verified certificate waits neither for the session nor for the list of the holder.
  const waiting = verification.state === 'found' ? verified : <PageSpinner />
  return (
    <div className="bg-grid flex flex-1 flex-col items-center px-4 py-8 sm:px-8 sm:py-14">
      <div className="w-full max-w-[58rem]">
        <Suspense fallback={waiting}>
          {status === 'loading' && waiting}
          {/* Remounts when another user signs in in another tab. */}
          {status === 'signed-in' && (
            <HolderView
              key={session.user.id}
              certificateId={certificateId}
              waiting={waiting}
              fallback={verified}
              onSessionEnded={() => setMustSignIn(true)}
            />
          )}
          {status === 'signed-out' && verified}
        </Suspense>
      </div>
    </div>
  )
}

function VerifiedCertificate({ verification, retry }: { verification: Verification; retry: () => void }) {
  if (verification.state === 'loading') return <PageSpinner />
  if (verification.state === 'found') return <CertificateView certificate={verification.certificate} />
  if (verification.state === 'failed')
    return <ErrorState headingLevel={1} title="We couldn't load this certificate" message="Try again in a moment." onRetry={retry} />
  return <CertificateMessage state={verification.state} />
}
