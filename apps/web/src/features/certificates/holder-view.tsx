import { QueryClientProvider, useQuery } from '@tanstack/react-query'
// The protected area, which imports it as well, may not be loaded.
import '../../account/connect-query-client.ts'
import { ownCertificatesQuery } from '../../account/own-certificates-query.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Elements } from '../../ui/jsx/jsx-types.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { INVALID_TITLE } from './certificate-message.tsx'
import { CertificateView } from './certificate-view.tsx'
import { CourseReview } from './course-review.tsx'
import { HolderControls } from './holder-controls.tsx'

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
