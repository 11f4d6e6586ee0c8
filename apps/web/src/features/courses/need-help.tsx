import { useId } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'

type AskButtonProps = { isLoading: boolean; isOpen: boolean; onRequest: () => void }

function AskButton({ isLoading, isOpen, onRequest }: AskButtonProps) {
  const look = { variant: 'secondary', size: 'sm', children: 'Ask in Community' } as const
  if (isLoading) return <LoadingButton {...look} />
  if (isOpen) return <LinkButton to={paths.community()} {...look} />
  return <Button aria-haspopup="dialog" onClick={onRequest} {...look} />
}

/** The 'Need Help?' block. */
export function NeedHelp() {
  const { status } = useAccount()
  const { has, request } = useFeatureAccess()
  const hintId = useId()
  const isLoading = status === 'loading'
  return (
    <section aria-labelledby="need-help" className="self-start border-t border-rule pt-6 lg:col-start-2 lg:row-start-3">
      <h2 id="need-help" className="text-xl">
        Need Help?
      </h2>
      <p className="mt-1 max-w-prose text-muted">Other learners and the team answer questions on Slack.</p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <AskButton isLoading={isLoading} isOpen={has('slack_standard')} onRequest={() => request('slack_standard')} />
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
