import type { OwnCertificate } from '@academy/contract'
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { fullName } from '../../account/account-context.ts'
import { accountQuery } from '../../account/account-query.ts'
import '../../account/connect-query-client.ts'
import { ownCertificatesQuery } from '../../account/own-certificates-query.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { queryClient } from '../../api/query-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Eye, EyeOff, RotateCw } from '../../ui/icons.ts'
import type { Elements } from '../../ui/jsx/jsx-types.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { INVALID_TITLE } from './certificate-message.tsx'
import { CertificateView } from './certificate-view.tsx'
import { CourseReview } from './course-review.tsx'

// The protected area, which imports it as well, may not be loaded.

type HolderViewProps = {
  certificateId: string
  waiting: Elements
  fallback: Elements
  /** Called when an action failed because the session has ended. */
  onSessionEnded: () => void
}

/** The certificate of the signed-in user, also a hidden or invalid one; `waiting` until it is loaded, `fallback` for that of another user. */
export function HolderView(props: HolderViewProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <OwnCertificateOrFallback {...props} />
    </QueryClientProvider>
  )
}

function OwnCertificateOrFallback({ certificateId, waiting, fallback, onSessionEnded }: HolderViewProps) {
  const { data, isPending } = useQuery(ownCertificatesQuery())
  if (isPending) return waiting
  const own = data?.find(({ id }) => id === certificateId)
  if (!own) return fallback
  return (
    <>
      {/* Without the sheet, which says “Verified by the academy” and may be printed. */}
      {own.state === 'valid' ? <CertificateView certificate={own} isOwn /> : <PageHeading>{INVALID_TITLE}</PageHeading>}
      <HolderControls certificate={own} onSessionEnded={onSessionEnded} />
      <CourseReview certificate={own} />
    </>
  )
}

const visibilityText = { shown: 'Everyone who has the link can see it.', hidden: 'Hidden: only you can see it.' }

/** The actions of the holder: hide the certificate or show it again, and reissue it with a changed name. */
function HolderControls({ certificate, onSessionEnded }: { certificate: OwnCertificate; onSessionEnded: () => void }) {
  const { id: certificateId, hidden, state, name } = certificate
  const client = useQueryClient()
  const account = useQuery(accountQuery()).data
  const heading = useRef<HTMLHeadingElement>(null)
  const { queryKey } = ownCertificatesQuery()
  const onSuccess = async (changed: OwnCertificate) => {
    // The response of a running refetch may be older.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (own) => own?.map((certificate) => (certificate.id === changed.id ? changed : certificate)))
  }
  const onError = (failure: Error) => {
    if (failure instanceof ApiError && needsSignIn(failure) && failure.code !== 'signed_out') onSessionEnded()
  }
  const visibility = useMutation({
    mutationFn: (hide: boolean) =>
      unwrapResponse(tsr.certificates.setVisibility.mutate({ params: { certificateId }, body: { hidden: hide } })),
    onSuccess,
    onError,
  })
  const reissue = useMutation({
    mutationFn: () => unwrapResponse(tsr.certificates.reissue.mutate({ params: { certificateId }, body: {} })),
    onSuccess: async (reissued) => {
      await onSuccess(reissued)
      // The button that had the focus disappears.
      heading.current?.focus()
    },
    onError,
  })
  const newName = fullName(account).trim()
  const { error } = visibility.submittedAt > reissue.submittedAt ? visibility : reissue

  return (
    <section aria-labelledby="your-certificate" className="mt-8 rounded-lg border border-rule bg-surface p-5 sm:p-6 print:hidden">
      <h2 id="your-certificate" ref={heading} tabIndex={-1} className="text-lg">
        Your certificate
      </h2>
      {state === 'valid' ? (
        <p aria-live="polite" className="mt-1 text-muted">
          {hidden ? visibilityText.hidden : visibilityText.shown}
        </p>
      ) : (
        <Alert tone="warning" className="mt-3">
          {state === 'revoked' ? `The academy revoked it: ${certificate.revoke_reason}` : 'You no longer own the course.'} Visitors do not
          see it.
        </Alert>
      )}
      <FailureAlert error={error} failed="We couldn't save this" className="mt-3" />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" pending={visibility.isPending} onClick={() => visibility.mutate(!hidden)}>
          {!visibility.isPending && (hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />)}
          {hidden ? 'Show it to visitors' : 'Hide it'}
        </Button>
        {state === 'valid' && newName !== '' && newName !== name && (
          <Button
            variant="secondary"
            pending={reissue.isPending}
            onClick={() => reissue.mutate()}
            className="h-auto! min-h-11 py-2 wrap-anywhere whitespace-normal!"
          >
            {!reissue.isPending && <RotateCw aria-hidden="true" />}
            <span>
              Reissue for <span data-private>{newName}</span>
            </span>
          </Button>
        )}
      </div>
    </section>
  )
}
