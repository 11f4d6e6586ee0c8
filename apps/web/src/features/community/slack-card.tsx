import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { WaitingButton } from '../../ui/waiting-button.tsx'

/** Leads to the community, or tells those who cannot enter it yet what opens it (DASH-10, D-29). */
export function SlackCard() {
  const { status } = useAccount()
  const { has, request } = useFeatureAccess()
  const isLoading = status === 'loading'
  const isOpen = has('slack_standard')
  return (
    <section aria-labelledby="slack-community" className="flex flex-col items-start rounded-lg border border-rule-strong bg-surface p-6">
      <h2 id="slack-community" className="text-lg">
        Join the Slack community
      </h2>
      <p className="mt-2 mb-5 max-w-prose text-muted">
        Ask when you are stuck, show what you built, and see how others solved it.
        {!isOpen && (
          // While nobody knows whether it has to be said, its place is kept.
          <span aria-hidden={isLoading || undefined} className={isLoading ? 'invisible' : undefined}>
            {' It comes with the Master Course and with the Studio.'}
          </span>
        )}
      </p>
      {isLoading ? (
        <WaitingButton variant="secondary" className="mt-auto">
          Join Community
        </WaitingButton>
      ) : isOpen ? (
        <LinkButton to={paths.community()} variant="secondary" className="mt-auto">
          Join Community
        </LinkButton>
      ) : (
        <Button variant="secondary" className="mt-auto" aria-haspopup="dialog" onClick={() => request('slack_standard')}>
          Join Community
        </Button>
      )}
    </section>
  )
}
