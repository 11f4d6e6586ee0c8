import { useId } from 'react'
import { Gate } from '../../account/gate.tsx'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowUpRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { WaitingButton } from '../../ui/waiting-button.tsx'

const entrances = {
  slack_standard: {
    label: 'Join Slack Community',
    link: 'slack_standard_url',
    sold: 'The community comes with the Master Course, and with the Vibe Coding Studio.',
  },
  slack_premium: {
    label: 'Join Premium Slack Support',
    link: 'slack_premium_url',
    sold: 'Premium Slack Support comes with a subscription to the Vibe Coding Studio.',
  },
} as const
type Entrance = keyof typeof entrances

const hint = 'mt-2 text-sm text-muted'

/** The way into a part of Slack: for whom it is, the invitation; for others, who stay on the page, what opens it (D-70, D-72). */
export function SlackEntrance({ to }: { to: Entrance }) {
  return (
    <Gate feature={to} loading={<Waiting to={to} />} locked={<Ask to={to} />}>
      <Join to={to} />
    </Gate>
  )
}

/** Opens the invitation that the server handed out, in a new tab (COMM-03, D-71). */
function Join({ to }: { to: Entrance }) {
  const { label, link } = entrances[to]
  const invitation = useAccount().context?.links?.[link]
  const hintId = useId()
  if (!invitation) {
    return (
      <div>
        <Button disabled aria-describedby={hintId}>
          {label}
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
        {label}
        <ArrowUpRight aria-hidden="true" />
      </LinkButton>
      <p id={hintId} className={hint}>
        Slack opens in a new tab.
      </p>
    </div>
  )
}

/** For those who lack it: what opens it. */
function Ask({ to }: { to: Entrance }) {
  const { request } = useFeatureAccess()
  return (
    <div>
      <Button aria-haspopup="dialog" onClick={() => request(to)}>
        {entrances[to].label}
      </Button>
      <p className={hint}>{entrances[to].sold}</p>
    </div>
  )
}

/** While nobody knows whose it is: the button's place, and the line's. */
function Waiting({ to }: { to: Entrance }) {
  return (
    <div>
      <WaitingButton>{entrances[to].label}</WaitingButton>
      <p aria-hidden="true" className={`${hint} invisible`}>
        {entrances[to].sold}
      </p>
    </div>
  )
}
