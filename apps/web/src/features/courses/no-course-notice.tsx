import { GUARANTEE_DAYS } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { sessionsQuery } from './course-queries.ts'

/** Tells buyers that what they buy has no content yet. */
export function NoCourseNotice() {
  const { data: sessions } = useQuery(sessionsQuery())
  if (sessions?.length !== 0) return null
  return (
    <Alert tone="warning" title="No course yet" className="mb-5">
      The Master Course is not published. If you buy it now, it opens when it is published, but the {GUARANTEE_DAYS} days of the guarantee
      begin with your payment.
    </Alert>
  )
}
