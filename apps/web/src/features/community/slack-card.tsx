import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'

/**
 * Speaks of the Slack community to those who cannot enter it yet (DASH-10, D-29). Those who can are told on the page that leads into it;
 * as long as there is none, a button for them would lead nowhere.
 */
export function SlackCard() {
  const { status } = useAccount()
  const { has, request } = useFeatureAccess()
  if (status === 'loading' || has('slack_standard')) return null
  return (
    <section aria-labelledby="slack-community" className="flex flex-col items-start rounded-lg border border-rule-strong bg-surface p-6">
      <h2 id="slack-community" className="text-lg">
        Join the Slack community
      </h2>
      <p className="mt-2 mb-5 max-w-prose text-muted">
        Ask when you are stuck, show what you built, and see how others solved it. It comes with the Master Course and with the Studio.
      </p>
      <Button variant="secondary" className="mt-auto" aria-haspopup="dialog" onClick={() => request('slack_standard')}>
        Join Community
      </Button>
    </section>
  )
}
