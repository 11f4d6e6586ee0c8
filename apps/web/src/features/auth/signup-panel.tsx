import type { Review } from '@academy/contract'
import { loadPublic, usePublic } from '../../api/use-public.ts'
import { publicPaths } from '../../public-paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { BoardPicture } from '../../ui/board-picture.tsx'
import { cx } from '../../ui/class-names.ts'
import { reviewedBy } from '../../ui/reviewed-by.ts'
import { signupContent } from './signup-content.ts'

const { promise, points } = signupContent

/** The marketing panel with a testimonial. */
export function SignupPanel() {
  return (
    <aside aria-label="About the academy" className="bg-grid border-rule px-4 py-12 max-lg:border-t sm:px-8 lg:border-l lg:px-16 lg:py-16">
      <div className="mx-auto max-w-[34rem] lg:mx-0">
        <p className="font-display text-3xl font-bold tracking-tight text-balance sm:text-4xl">
          <PromiseText />
        </p>
        <Points />
        <p className="mt-10">
          <LinkToCourse />
        </p>
        <Testimonial />
      </div>
    </aside>
  )
}

/** The panel beside the sign-in form. In narrow windows it is a band with the promise and the link. */
export function LoginPanel() {
  return (
    <aside aria-label="About the academy" className="bg-grid h-full border-rule px-4 py-4 sm:px-8 lg:border-l lg:px-16 lg:py-12">
      <div className="mx-auto max-w-[34rem] lg:mx-0">
        <p className="font-display text-xl font-bold tracking-tight text-balance lg:text-4xl">
          <PromiseText />
        </p>
        <div className="pb-10 max-lg:hidden">
          <Points />
        </div>
        <p className="mt-1">
          <LinkToCourse />
        </p>
        <BoardPicture loading="lazy" className="mt-8 max-h-48 max-lg:hidden" />
      </div>
    </aside>
  )
}

const PromiseText = () => (
  <>
    {promise.before}
    <span className="marked">{promise.marked}</span>
  </>
)

const Points = () => (
  <ol className="mt-10 flex flex-col gap-6">
    {points.map((point, index) => (
      <li key={point.title} className="flex gap-4">
        <span aria-hidden="true" className="w-6 shrink-0 border-t-2 border-ink pt-1 font-display font-bold tabular-nums">
          {index + 1}
        </span>
        <div className="pt-1">
          <p className="font-semibold">{point.title}</p>
          <p className="mt-0.5 text-muted">{point.text}</p>
        </div>
      </li>
    ))}
  </ol>
)

const LinkToCourse = () => (
  <a href={publicPaths.welcome} className="text-link">
    See the course and its prices
  </a>
)

const SAMPLE: Quote = { ...signupContent.testimonial, isSample: true }

type Quote = { quote: string; name: string; role: string; isSample: boolean }

/** Returns the newest review; the sample without one. */
function quoteOf([newest]: Partial<Review>[]): Quote {
  if (!newest?.text || !newest.finished_in) return SAMPLE
  const [name, role] = reviewedBy({ name: newest.name ?? null, finished_in: newest.finished_in })
  return { quote: newest.text, name, role, isSample: false }
}

/** What a learner says about the course: the newest review, or the sample until there is one. Keeps its place while it loads. */
function Testimonial() {
  const [loaded] = usePublic((signal) => loadPublic<Partial<Review>[] | undefined>('/api/public/reviews', signal))
  const shown = loaded.state === 'loading' ? undefined : quoteOf((loaded.state === 'found' && loaded.data) || [])
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
