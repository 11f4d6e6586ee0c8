import { publicPaths } from '../../public-paths.ts'
import { BoardPicture } from '../../ui/board-picture.tsx'
import { signupContent } from './signup-content.ts'
import { Testimonial } from './testimonial.tsx'

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
