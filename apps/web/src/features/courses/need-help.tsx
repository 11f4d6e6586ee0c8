import { useId } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'

/** The 'Need Help?' block. */
export function NeedHelp() {
  const { status } = useAccount()
  const { has, request } = useFeatureAccess()
  const hintId = useId()
  const isLoading = status === 'loading'
  return (
    <section aria-labelledby="need-help" className="border-t border-rule pt-8">
      <h2 id="need-help" className="text-xl">
        Need Help?
      </h2>
      <p className="mt-1 max-w-prose text-muted">Other learners and the team answer questions on Slack.</p>
      <div className="mt-4 flex flex-wrap items-start gap-x-3 gap-y-4">
        {isLoading ? (
          <LoadingButton variant="secondary">Ask in Community</LoadingButton>
        ) : has('slack_standard') ? (
          <LinkButton to={paths.community()} variant="secondary">
            Ask in Community
          </LinkButton>
        ) : (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => request('slack_standard')}>
            Ask in Community
          </Button>
        )}
        {has('slack_premium') ? (
          <LinkButton to={paths.premiumSlack()} variant="secondary">
            Premium Slack Support
          </LinkButton>
        ) : (
          <div>
            {isLoading ? (
              <LoadingButton variant="secondary">Premium Slack Support</LoadingButton>
            ) : (
              <Button variant="secondary" disabled aria-describedby={hintId}>
                Premium Slack Support
              </Button>
            )}
            {/* Reserves its space while the account loads. */}
            <p id={hintId} aria-hidden={isLoading || undefined} className={cx('mt-1.5 text-sm text-muted', isLoading && 'invisible')}>
              Priority support • Requires Vibe Coding Studio subscription
            </p>
          </div>
        )}
      </div>
    </section>
  )
}
