import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { accountQuery } from '../../../account/account-query.ts'
import { useAccount } from '../../../account/use-account.ts'
import { lacksEntitlement } from '../../../api/api-error.ts'
import { FailureAlert } from '../../../api/failure-alert.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format-date.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { TutorialSummary } from '../course-outline.ts'
import { startCourseWith, tutorialContentQuery } from '../course-queries.ts'
import { TutorialNotice } from './tutorial-notice.tsx'

type StartCourseProps = { tutorial: TutorialSummary; headingRef: RefObject<HTMLHeadingElement | null> }

/** Stands where the content of the first paid tutorial would be: opening it ends the guarantee, so the user decides. */
export function StartCourse({ tutorial, headingRef }: StartCourseProps) {
  const { context, reload } = useAccount()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startCourseWith(client, tutorial.id),
    onSuccess: () => {
      client.setQueryData(accountQuery().queryKey, (account) => account && { ...account, guarantee: null })
      // The button with the focus goes away.
      headingRef.current?.focus({ preventScroll: true })
    },
    onError: (error) => {
      if (!lacksEntitlement(error)) return
      // The user requested the refund in another tab.
      void reload()
      void client.invalidateQueries({ queryKey: tutorialContentQuery(tutorial.id).queryKey })
    },
  })
  const lastDay = context?.guarantee?.last_day
  return (
    <TutorialNotice>
      <div>
        <h3 className="text-xl">Ready to start the course?</h3>
        <p className="mt-2 text-muted">
          {lastDay ? (
            <>
              Until <time dateTime={lastDay}>{formatDate(lastDay, { month: 'long', day: 'numeric' })}</time> you can still get your money
              back, as long as you haven't started.
            </>
          ) : (
            "You can still get your money back, as long as you haven't started."
          )}{' '}
          Opening this tutorial starts the course and ends the guarantee. Free tutorials don't.
        </p>
      </div>
      <FailureAlert error={error} failed="We couldn't open the tutorial" />
      <div className="flex flex-wrap gap-3">
        <Button pending={isPending} onClick={() => mutate()}>
          {isPending ? 'Starting...' : 'Start the course'}
        </Button>
        <LinkButton to={paths.settings()} variant="secondary">
          See the guarantee
        </LinkButton>
      </div>
    </TutorialNotice>
  )
}
