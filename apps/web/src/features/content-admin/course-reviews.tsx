import type { WrittenReview } from '@academy/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { toastFailure } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { reviewedBy } from '../../ui/reviewed-by.ts'
import { RuledList, Section } from '../../ui/section.tsx'
import { reviewsQuery } from './content-queries.ts'

/** What those who finished the course say about it. The administrator decides what visitors see. */
export function CourseReviews() {
  const query = useQuery(reviewsQuery())
  if (!query.data && (!query.error || query.isFetching)) return null
  return (
    <Section title="Reviews of the course">
      <QueryView query={query} loading={null} errorTitle="We couldn't load the reviews" headingLevel={3}>
        {(reviews) => (
          <RuledList empty="No review yet. The page of each certificate asks its holder for one.">
            {reviews.map((review) => (
              <ReviewRow key={review.certificate_id} review={review} />
            ))}
          </RuledList>
        )}
      </QueryView>
    </Section>
  )
}

function ReviewRow({ review }: { review: WrittenReview }) {
  const { certificate_id: certificateId, text, written_at, approved, valid } = review
  const client = useQueryClient()
  const { queryKey } = reviewsQuery()
  const approve = useMutation({
    mutationFn: () =>
      unwrapResponse(adminTsr.reviews.approve.mutate({ params: { certificateId }, body: { approved: !approved, written_at } })),
    onError: (error) => toastFailure('Failed to save your decision', error),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const writer = reviewedBy(review).join(', ')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 max-w-prose flex-1 basis-72">
        <p data-private dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        <p data-private className="mt-1 text-sm text-muted">
          {writer}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {!valid && <Badge>The certificate is no longer valid</Badge>}
        {valid && approved && <Badge tone="positive">Shown to visitors</Badge>}
        {(approved || valid) && (
          <Button
            variant="secondary"
            size="sm"
            pending={approve.isPending}
            aria-label={`${approved ? 'Hide' : 'Show'} the review of ${writer}`}
            onClick={() => approve.mutate()}
          >
            {approved ? 'Hide' : 'Show to visitors'}
          </Button>
        )}
      </div>
    </li>
  )
}
