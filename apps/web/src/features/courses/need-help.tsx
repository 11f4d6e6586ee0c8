import { useId } from 'react'
import { FeatureButton } from '../../account/feature-button.tsx'
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
  const { has } = useFeatureAccess()
  const hintId = useId()
  const isLoading = status === 'loading'
  return (
    <section aria-labelledby="need-help" className="self-start border-t border-rule pt-6 lg:col-start-2 lg:row-start-3">
      <h2 id="need-help" className="text-xl">
        Need Help?
      </h2>
      <p className="mt-1 max-w-prose text-muted">Other learners and the team answer questions on Slack.</p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <FeatureButton feature="slack_standard" to={paths.community()} variant="secondary" size="sm">
          Ask in Community
        </FeatureButton>
        {has('slack_premium') && (
          <LinkButton to={paths.premiumSlack()} variant="secondary" size="sm">
            Premium Slack Support
          </LinkButton>
        )}
        {!has('slack_premium') &&
          (isLoading ? (
            <LoadingButton variant="secondary" size="sm">
              Premium Slack Support
            </LoadingButton>
          ) : (
            <Button variant="secondary" size="sm" disabled aria-describedby={hintId}>
              Premium Slack Support
            </Button>
          ))}
      </div>
      {/* Reserves its space while the account loads. */}
      {!has('slack_premium') && (
        <p id={hintId} aria-hidden={isLoading || undefined} className={cx('mt-1.5 text-sm text-muted', isLoading && 'invisible')}>
          Priority support • Requires Vibe Coding Studio subscription
        </p>
      )}
    </section>
  )
}
