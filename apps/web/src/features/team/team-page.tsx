import { SEAT_DISCOUNTS } from '@academy/catalog'
import type { Team } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { SubPage } from '../../ui/sub-page.tsx'
import { GiftPurchase } from './gift-purchase.tsx'
import { SeatPurchase } from './seat-purchase.tsx'
import { teamQuery } from './team-queries.ts'

/** The seats that the user bought for others: gives them to members, takes them back and refunds them. */
export default function TeamPage() {
  const { query, payment, gives } = useTeamAfterCheckout()
  return (
    <SubPage
      parent={{ name: 'Settings', to: paths.settings() }}
      title={gives ? 'Your gifts' : 'Your team'}
      lead={
        gives
          ? 'You see whether a gift was sent and claimed: nothing else of the person who gets it.'
          : 'You see the address of each member, and whether the member claimed the seat, started and finished the course. You see nothing else: notes, prompts and answers belong to those who write them.'
      }
      action={
        !gives && (
          <LinkButton to={paths.teamPrompts()} variant="secondary">
            Team prompts
          </LinkButton>
        )
      }
    >
      <QueryView query={query} loading={<TeamSkeleton />} errorTitle="We couldn't load your team">
        {({ purchases }) => (
          <>
            {payment && <PaymentNotice payment={payment} />}
            {(purchases.length > 0 || !payment) && <Purchases purchases={purchases} />}
          </>
        )}
      </QueryView>
    </SubPage>
  )
}

/** The time between two requests for a purchase whose checkout was just paid, and their greatest number. */
const POLL_MS = 3000
const MAX_POLLS = 10

/** Loads the team. After the checkout, whose id the address has (`?checkout=`), it asks again until its purchase has arrived. */
function useTeamAfterCheckout() {
  const checkout = useSearchParams()[0].get('checkout')
  const { context } = useAccount()
  const isMissing = (team: Team | undefined) =>
    checkout !== null && team !== undefined && !team.purchases.some(({ purchase_id }) => purchase_id === checkout)
  const query = useQuery({
    ...teamQuery(),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => isMissing(data) && dataUpdateCount < MAX_POLLS && POLL_MS,
  })
  const [processing] = context?.processing_payments.filter((bought) => bought === 'seats' || bought === 'gift') ?? []
  const bought = query.data?.purchases ?? []
  /** Whether the user has gifts alone. */
  const gives = bought.length > 0 ? bought.every(({ gift }) => gift !== null) : processing === 'gift'
  return { query, gives, payment: processing ?? (isMissing(query.data) ? 'awaited' : undefined) } as const
}

const PaymentNotice = ({ payment }: { payment: 'seats' | 'gift' | 'awaited' }) => (
  <Alert title={payment === 'awaited' ? 'Your payment is on its way' : 'Your payment is processing'}>
    {payment !== 'awaited'
      ? `We asked your bank to pay for ${payment === 'gift' ? 'your gift, which can take several days. It leaves on its day, or' : 'the seats, which can take several days. You can invite members'} as soon as the money arrives.`
      : 'Your purchase appears here as soon as the payment is confirmed. This usually takes seconds. If it takes minutes, reload the page then.'}
  </Alert>
)

const Purchases = ({ purchases }: Pick<Team, 'purchases'>) =>
  purchases.length === 0 ? (
    <NoSeats />
  ) : (
    <div className="flex flex-col gap-12">
      {purchases.map((purchase) => {
        const View = purchase.gift ? GiftPurchase : SeatPurchase
        return <View key={purchase.purchase_id} purchase={purchase} />
      })}
    </div>
  )

const steps = SEAT_DISCOUNTS.map(({ from, percent }) => `${percent}% less from ${from} seats on`).join(', ')

const NoSeats = () => (
  <EmptyState title="You have no seats for others" action={<LinkButton to={`${paths.settings()}?tab=pricing`}>See the prices</LinkButton>}>
    Buy a course for your team: each seat opens it for one member, whom you invite here. Each seat costs what the course costs, {steps}.
  </EmptyState>
)

const TeamSkeleton = () => <Loading label="Loading your team..." className="flex flex-col gap-8" blocks={['h-32 w-full', 'h-64 w-full']} />
