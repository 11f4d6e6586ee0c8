import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'

/** Links to the community, or opens the pricing dialog for users without access. */
export function SlackCard() {
  const { status } = useAccount()
  const { has, request } = useFeatureAccess()
  const isLoading = status === 'loading'
  const isOpen = has('slack_standard')
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
      <JoinButton isLoading={isLoading} isOpen={isOpen} onRequest={() => request('slack_standard')} />
    </section>
  )
}

type JoinButtonProps = { isLoading: boolean; isOpen: boolean; onRequest: () => void }

function JoinButton({ isLoading, isOpen, onRequest }: JoinButtonProps) {
  const look = { variant: 'secondary', className: 'mt-auto', children: 'Join Community' } as const
  if (isLoading) return <LoadingButton {...look} />
  if (isOpen) return <LinkButton to={paths.community()} {...look} />
  return <Button aria-haspopup="dialog" onClick={onRequest} {...look} />
}
