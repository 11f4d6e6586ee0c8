import { useId } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowUpRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const hint = 'mt-2 text-sm text-muted'

/** Opens the invitation that the server handed out, in a new tab (COMM-03, D-71). */
export function JoinSlack() {
  const invitation = useAccount().context?.links?.slack_standard_url
  const hintId = useId()
  if (!invitation) {
    return (
      <div>
        <Button disabled aria-describedby={hintId}>
          Join Slack Community
        </Button>
        <p id={hintId} className={hint}>
          There is no invitation to Slack yet. As soon as there is one, you find it here.
        </p>
      </div>
    )
  }
  return (
    <div>
      <LinkButton href={invitation} aria-describedby={hintId}>
        Join Slack Community
        <ArrowUpRight aria-hidden="true" />
      </LinkButton>
      <p id={hintId} className={hint}>
        Slack opens in a new tab.
      </p>
    </div>
  )
}

/** For those who lack the community: what opens it. */
export function AskForCommunity() {
  const { request } = useFeatureAccess()
  return (
    <div>
      <Button aria-haspopup="dialog" onClick={() => request('slack_standard')}>
        Join Slack Community
      </Button>
      <p className={hint}>The community comes with the Master Course, and with the Vibe Coding Studio.</p>
    </div>
  )
}

/** While nobody knows whose the community is: the button's place, and the line's. */
export function WaitingToJoin() {
  return (
    <div>
      <Button disabled>Join Slack Community</Button>
      <p className={hint}>Loading...</p>
    </div>
  )
}
