import { FeatureButton } from '../../account/feature-button.tsx'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'

/** Links to the community, or opens the pricing dialog for users without access. */
export function SlackCard() {
  const { status } = useAccount()
  const isLoading = status === 'loading'
  const isOpen = useFeatureAccess().has('slack_standard')
  return (
    <section
      aria-labelledby="slack-community"
      className="flex flex-col items-start rounded-lg border border-rule-strong bg-surface p-6 only:col-span-full"
    >
      <h2 id="slack-community" className="text-lg">
        Join the Slack community
      </h2>
      <p className="mt-2 mb-5 max-w-prose text-muted">
        Ask when you're stuck, show what you built, and see how others solved it.
        {!isOpen && (
          // Reserves its space while the account loads.
          <span aria-hidden={isLoading || undefined} className={isLoading ? 'invisible' : undefined}>
            {' Included with the Master Course and the Studio.'}
          </span>
        )}
      </p>
      <FeatureButton feature="slack_standard" to={paths.community()} variant="secondary" className="mt-auto">
        Join Community
      </FeatureButton>
    </section>
  )
}
