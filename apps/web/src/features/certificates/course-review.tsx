import type { OwnCertificate, OwnReview } from '@academy/contract'
import { REVIEW_MAX_LENGTH } from '@academy/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ownCertificatesQuery } from '../../account/own-certificates-query.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { publicPaths } from '../../public-paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText } from '../../ui/form.ts'
import { TextArea } from '../../ui/text-area.tsx'

type Written = Pick<OwnReview, 'text' | 'with_name'>

const stateText = ({ approved }: OwnReview) =>
  approved ? 'Visitors see it on the page about the course.' : 'The academy reads it before visitors see it.'

/** Asks the holder of a certificate once for a review of the course. What was written can be changed and withdrawn here. */
export function CourseReview({ certificate: { id: certificateId, review, state, name } }: { certificate: OwnCertificate }) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isEditing, setEditing] = useState(false)
  const { queryKey } = ownCertificatesQuery()
  const save = useMutation({
    mutationFn: (body: Written) => unwrapResponse(tsr.certificates.saveReview.mutate({ params: { certificateId }, body })),
    onSuccess: async ({ data }) => {
      // The response of a running refetch may be older.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (own) => own?.map((one) => (one.id === certificateId ? { ...one, review: data } : one)))
      setEditing(false)
      // The button that had the focus disappears.
      heading.current?.focus()
    },
  })
  if (state !== 'valid' && !review?.text) return null
  const isAsked = state === 'valid' && (review === null || isEditing)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate({ text: getFieldText(event.currentTarget, 'text').trim(), with_name: new FormData(event.currentTarget).has('with_name') })
  }
  const withdraw = () => save.mutate({ text: null, with_name: false })
  return (
    <section aria-labelledby="your-review" className="mt-6 rounded-lg border border-rule bg-surface p-5 sm:p-6 print:hidden">
      <h2 id="your-review" ref={heading} tabIndex={-1} className="text-lg outline-none">
        {isAsked && review === null ? 'What would you tell another product manager?' : 'Your review'}
      </h2>
      <FailureAlert error={save.error} failed="We couldn't save your review" className="mt-3" />
      {isAsked ? (
        <form onSubmit={submit} className="mt-1 flex flex-col gap-5">
          <p className="max-w-prose text-muted">
            A few sentences for the{' '}
            <a href={publicPaths.welcome} className="text-link">
              page about the course
            </a>
            : what you built, and what you can do now. The academy reads your review first; you can withdraw it at any time.
          </p>
          <Field label="Your review" hint={`At most ${REVIEW_MAX_LENGTH} characters.`}>
            <TextArea name="text" rows={4} required maxLength={REVIEW_MAX_LENGTH} defaultValue={review?.text ?? ''} data-private />
          </Field>
          <label className="flex min-h-6 items-start gap-3">
            <input type="checkbox" name="with_name" defaultChecked={review?.with_name} className="mt-0.5 size-5 shrink-0 accent-primary" />
            <span>
              Show it with my name, <span data-private>{name}</span>
            </span>
          </label>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={save.isPending}>
              Send review
            </Button>
            {review === null || review.text === null ? (
              <Button variant="ghost" disabled={save.isPending} onClick={review === null ? withdraw : () => setEditing(false)}>
                No, thanks
              </Button>
            ) : (
              <Button variant="ghost" disabled={save.isPending} onClick={() => setEditing(false)}>
                Cancel
              </Button>
            )}
          </div>
        </form>
      ) : (
        <>
          {review?.text && (
            <blockquote data-private className="mt-3 max-w-prose wrap-anywhere whitespace-pre-line">
              {review.text}
            </blockquote>
          )}
          <p className="mt-2 text-muted">
            {review?.text ? `${stateText(review)} ${review.with_name ? 'With your name.' : 'Without your name.'}` : 'You wrote none.'}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            {state === 'valid' && (
              <Button variant="secondary" onClick={() => setEditing(true)}>
                {review?.text ? 'Change it' : 'Write a review'}
              </Button>
            )}
            {review?.text && (
              <Button variant="secondary" pending={save.isPending} onClick={withdraw}>
                Withdraw it
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
