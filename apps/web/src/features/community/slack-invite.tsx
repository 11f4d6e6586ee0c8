import { useId } from 'react'
import { FeatureGate } from '../../account/feature-gate.tsx'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ArrowUpRight } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'

const invites = {
  slack_standard: {
    label: 'Join Slack Community',
    link: 'slack_standard_url',
    offerText: 'The community is included with both the Master Course and the Studio.',
  },
  slack_premium: {
    label: 'Join Premium Slack Support',
    link: 'slack_premium_url',
    offerText: 'Premium Slack Support is part of the Vibe Coding Studio.',
  },
} as const
type SlackFeature = keyof typeof invites

const hintClasses = 'mt-2 text-sm text-muted'

/** The button to join Slack; for users without access it opens the pricing dialog. */
export function SlackInvite({ feature }: { feature: SlackFeature }) {
  const closed = <ClosedInvite feature={feature} />
  return (
    <FeatureGate feature={feature} loading={closed} locked={closed}>
      <InviteLink feature={feature} />
    </FeatureGate>
  )
}

/** The link to the Slack invitation from the API, which opens in a new tab. Disabled until the academy has one. */
function InviteLink({ feature }: { feature: SlackFeature }) {
  const { label, link } = invites[feature]
  const invitation = useAccount().context?.links?.[link]
  const hintId = useId()
  if (!invitation) {
    return (
      <div className="mt-6">
        <Button disabled aria-describedby={hintId}>
          {label}
        </Button>
        <p id={hintId} className={hintClasses}>
          The Slack invite isn't ready yet. Check back soon.
        </p>
      </div>
    )
  }
  return (
    <div className="mt-6">
      <LinkButton href={invitation} aria-describedby={hintId}>
        {label}
        <ArrowUpRight aria-hidden="true" />
      </LinkButton>
      <p id={hintId} className={hintClasses}>
        Slack opens in a new tab.
      </p>
    </div>
  )
}

/** Shown to users without access and, with a button that waits, while the account loads. */
function ClosedInvite({ feature }: { feature: SlackFeature }) {
  const isLoading = useAccount().status === 'loading'
  const { request } = useFeatureAccess()
  const { label, offerText } = invites[feature]
  return (
    <div className="mt-6">
      {isLoading ? (
        <LoadingButton>{label}</LoadingButton>
      ) : (
        <Button aria-haspopup="dialog" onClick={() => request(feature)}>
          {label}
        </Button>
      )}
      {/* Reserves its space while the account loads. */}
      <p aria-hidden={isLoading || undefined} className={cx(hintClasses, isLoading && 'invisible')}>
        {offerText}
      </p>
    </div>
  )
}
