import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { countOpenTutorials, courseTotals, firstFreeTutorial } from './course-outline.ts'
import { sessionsQuery, useShownCourseName, useShownProduct } from './course-queries.ts'
import { UnlockCourse } from './unlock-course.tsx'

const frame = 'flex flex-wrap items-center gap-x-8 gap-y-4 rounded-lg border border-rule-strong bg-accent-soft p-4 sm:p-6'

/** The banner for users without the course while a tutorial is free. Reserves its space while the account loads. */
export function TryBeforeYouBuy({ courseId }: { courseId: string }) {
  const account = useAccount()
  const product = useShownProduct()
  const course = useShownCourseName()
  const { data: sessions, isError } = useQuery(sessionsQuery(courseId))
  const first = sessions && firstFreeTutorial(sessions)
  const mayBeFree = sessions ? first !== undefined : !isError
  if (!mayBeFree) return null
  if (!first || account.status === 'loading' || !product) return account.error ? null : <BannerSkeleton />
  const { free } = courseTotals(sessions)
  const { open, all } = countOpenTutorials(account, product, sessions)
  return (
    <section aria-labelledby="try-before-you-buy" className={frame}>
      <div className="flex-1 basis-80">
        <h2 id="try-before-you-buy" className="text-xl">
          Try Before You Buy
        </h2>
        <p className="mt-1 max-w-prose">
          {open > free
            ? `${open} tutorials are open to you, ${open - free} of them as a VIP guest.`
            : `Try ${pluralize(free, 'tutorial')} for free.`}
          {all > open && (all - open === 1 ? ` The last one comes with ${course}.` : ` The other ${all - open} come with ${course}.`)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.tutorial(courseId, first.session_id, first.id)}>
          Start for free
          <ArrowRight aria-hidden="true" />
        </LinkButton>
        <UnlockCourse variant="secondary" />
      </div>
    </section>
  )
}

const BannerSkeleton = () => (
  <div aria-hidden="true" className={frame}>
    <div className="flex-1 basis-80">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-1 h-6.5 w-full max-w-prose" />
      <Skeleton className="h-6.5 w-2/3 max-w-prose" />
    </div>
    <div className="flex flex-wrap gap-3">
      <Skeleton className="h-11 w-40" />
      <Skeleton className="h-11 w-56" />
    </div>
  </div>
)
