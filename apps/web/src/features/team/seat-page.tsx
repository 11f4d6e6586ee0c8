import { isStudioGift } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { paths } from '../../paths.ts'
import type { SignInState } from '../../session/return-path.ts'
import { signOut, useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { toast } from '../../ui/toast.ts'
import { seatAtStart } from './seat-text.ts'
import { giftQuery, useClaimSeat } from './team-queries.ts'

/** The page of an invitation and of the link for a domain: claims a seat when the member presses the button, and leads to the course. */
export default function SeatPage() {
  const { code = '' } = useParams()
  const isGift = useSearchParams()[0].has('gift')
  return (
    <div data-private className="flex max-w-prose flex-col items-start gap-6">
      <PageHeading>{isGift ? 'A gift for you' : 'Claim your seat'}</PageHeading>
      <Claim key={code} code={code} isGift={isGift} />
    </div>
  )
}

type ClaimProps = { code: string; isGift: boolean }

function Claim({ code, isGift }: ClaimProps) {
  const { session } = useSession()
  const { mutate, isPending, error, data: claimed } = useClaimSeat()
  const isStudio = useIsStudio({ code, isGift })
  const email = session?.user.email ?? ''
  if (claimed) return <Claimed message={claimed.message} code={code} isGift={isGift} />
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <UnknownSeat message={error.message} />
  const isRefused = error instanceof ApiError && error.status === 409
  return (
    <>
      {isRefused ? (
        <Alert tone="warning" title={isGift ? 'You did not get the gift' : 'You did not get a seat'}>
          {error.message}
        </Alert>
      ) : isGift ? (
        <Gift code={code} />
      ) : (
        <p className="text-lg">
          The person who sent you this address bought a course for a team. Your seat opens it, and costs you nothing.
        </p>
      )}
      <p className="text-muted">
        You are signed in as{' '}
        <strong translate="no" className="font-semibold text-ink wrap-anywhere">
          {email}
        </strong>
        .{' '}
        {isGift
          ? 'The person who gave it sees whether you claimed it: nothing else.'
          : 'The buyer sees this address, and whether you claimed the seat, started and finished the course: nothing else.'}
      </p>
      {!isRefused && <FailureAlert error={error} failed="We couldn't claim the seat" />}
      <div className="flex flex-wrap gap-3">
        <Button pending={isPending} onClick={() => mutate(code)}>
          {isPending ? 'Claiming...' : isRefused ? 'Try again' : isGift ? 'Claim the gift' : 'Claim the seat'}
        </Button>
        {isRefused && (
          <LinkButton variant="secondary" to={isStudio ? `${paths.settings()}?tab=pricing` : paths.courses()}>
            {isStudio ? 'Your plan' : 'Open your courses'}
          </LinkButton>
        )}
        <OtherAccount code={code} isGift={isGift} />
      </div>
    </>
  )
}

/** Returns whether a gift is of the Studio. */
function useIsStudio({ code, isGift }: ClaimProps): boolean {
  const { data } = useQuery({ ...giftQuery(code), enabled: isGift })
  return data !== undefined && isStudioGift(data.offer)
}

/** What a gift opens and the message of its giver. The user can claim it also without them. */
function Gift({ code }: { code: string }) {
  const { data } = useQuery(giftQuery(code))
  const lines = data?.message.split(/\n+/) ?? []
  return (
    <>
      <p className="text-lg">
        {data ? `${seatAtStart(data.offer)} is your gift.` : 'This is your gift.'} It costs you nothing.
        {data && isStudioGift(data.offer) && ' Its months begin when you claim it, and end by themselves: you need no card.'}
      </p>
      {data?.message && (
        <blockquote className="border-l-4 border-accent pl-4 wrap-anywhere">
          {lines.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </blockquote>
      )}
    </>
  )
}

/** Signs out, and leads back here after the sign-in with another account. */
function OtherAccount({ code, isGift }: ClaimProps) {
  const navigate = useNavigate()
  const change = async () => {
    const { error } = await signOut()
    if (error) toast.error({ title: 'Sign out failed', description: error.message || 'Please try again.' })
    else
      await navigate(paths.login(), { replace: true, state: { from: `${paths.seat(code)}${isGift ? '?gift' : ''}` } satisfies SignInState })
  }
  return (
    <Button variant="secondary" onClick={() => void change()}>
      Use another account
    </Button>
  )
}

function Claimed({ message, ...props }: { message: string } & ClaimProps) {
  const isStudio = useIsStudio(props)
  const result = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => result.current?.focus(), [])
  return (
    <div ref={result} tabIndex={-1} className="flex flex-col items-start gap-5 outline-none">
      <Alert tone="positive" title={props.isGift ? 'The gift is yours' : 'The seat is yours'}>
        {message} {isStudio ? 'Settings show the end.' : 'You can leave it in Settings at any time.'}
      </Alert>
      <LinkButton to={isStudio ? paths.resources() : paths.courses()}>
        {isStudio ? 'Open the Prompt Library' : 'Open the course'}
      </LinkButton>
    </div>
  )
}

const UnknownSeat = ({ message }: { message: string }) => (
  <>
    <Alert tone="warning" title="This address leads to no seat">
      {message}
    </Alert>
    <LinkButton variant="secondary" to={paths.dashboard()}>
      Dashboard
    </LinkButton>
  </>
)
