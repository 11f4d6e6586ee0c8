import { useQuery } from '@tanstack/react-query'
import { courseAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { courseFacts, firstFreeTutorial } from './course-outline.ts'
import { sessionsQuery } from './course-queries.ts'
import { UnlockCourse } from './unlock-course.tsx'

/** For those without the course, as long as something in it is free (COURSE-07, D-33). */
export function TryBeforeYouBuy({ courseId }: { courseId: string }) {
  const account = useAccount()
  const { data: sessions } = useQuery(sessionsQuery())
  const first = sessions && firstFreeTutorial(sessions)
  if (!first || account.status !== 'loaded' || courseAccess(account)) return null
  const { free } = courseFacts(sessions)
  return (
    <section
      aria-labelledby="try-before-you-buy"
      className="flex flex-wrap items-center gap-x-8 gap-y-5 rounded-lg border border-rule-strong bg-accent-soft p-5 sm:px-8 sm:py-7"
    >
      <div className="flex-1 basis-80">
        <h2 id="try-before-you-buy" className="text-xl">
          Try Before You Buy
        </h2>
        <p className="mt-1 max-w-prose">
          {free === 1 ? 'One tutorial is' : `${free} tutorials are`} open to you in full, with video, prompts and code. The others are part
          of the Master Course.
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
