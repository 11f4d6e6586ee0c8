import type { Review } from '@academy/contract'
import { useEffect, useState } from 'react'
import { env } from '../../env.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { reviewedBy } from '../../ui/reviewed-by.ts'
import { signupContent } from './signup-content.ts'

const SAMPLE: Quote = {
  quote: signupContent.testimonial.quote,
  name: signupContent.testimonial.name,
  role: signupContent.testimonial.role,
  isSample: true,
}

type Quote = { quote: string; name: string; role: string; isSample: boolean }

/** Loads the newest review without the API client, which visitors would load for this request alone. Returns the sample without a review. */
async function loadQuote(signal: AbortSignal): Promise<Quote> {
  const response = await fetch(`${env.apiUrl}/api/public/reviews`, { signal })
  // Read for every status: a response whose body is not read keeps its connection occupied.
  const body = await response.text()
  const [newest]: Partial<Review>[] = response.ok ? (JSON.parse(body).data ?? []) : []
  if (!newest?.text || !newest.finished_in) return SAMPLE
  const [name, role] = reviewedBy({ name: newest.name ?? null, finished_in: newest.finished_in })
  return { quote: newest.text, name, role, isSample: false }
}

/** What a learner says about the course: the newest review, or the sample until there is one. Keeps its place while it loads. */
export function Testimonial() {
  const [shown, setShown] = useState<Quote>()
  useEffect(() => {
    const controller = new AbortController()
    loadQuote(controller.signal).then(setShown, () => {
      if (!controller.signal.aborted) setShown(SAMPLE)
    })
    return () => controller.abort()
  }, [])
  return (
    <figure className={cx('mt-10 rounded-lg border border-rule bg-surface p-6 shadow-raised', !shown && 'min-h-46')}>
      {shown && (
        <>
          <blockquote className="text-lg">
            <p className="wrap-anywhere whitespace-pre-line">“{shown.quote}”</p>
          </blockquote>
          <figcaption className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span>
              <span className="font-semibold">{shown.name}</span>, <span className="text-muted">{shown.role}</span>
            </span>
            {shown.isSample && <Badge>Sample testimonial</Badge>}
          </figcaption>
        </>
      )}
    </figure>
  )
}
