import { unlockedBy } from '@academy/catalog'
import type { AccountDetails } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminTsr } from '../../api/admin-client.ts'
import { toastFailure } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RotateCw } from '../../ui/icons.ts'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { toast } from '../../ui/toast.ts'
import { accountDetailsQuery } from './account-queries.ts'
import {
  accountName,
  chargeTitle,
  formatPaid,
  guaranteeTexts,
  offerName,
  packageName,
  purchaseStatus,
  subscriptionStatus,
} from './account-text.ts'
import { RevokeButton } from './admin-action-button.tsx'
import { DescriptionList } from './description-list.tsx'
import { Code, StripeId, StripeModeProvider } from './stripe-id.tsx'

const date = (at: string | null) => at && <Timestamp dateOnly at={at} />
const dateAndTime = (at: string | null) => at && <Timestamp at={at} />
const stripeId = (id: string | null) => id && <StripeId id={id} />

/** The payments of an account from Stripe. */
export function PaymentList({ details }: { details: AccountDetails }) {
  const { account, customer, former_customers, purchases, subscriptions, charges } = details
  const hasStripeCustomer = customer !== null || former_customers.length > 0
  return (
    <Section title="Payments" action={hasStripeCustomer && <SyncStripeButton accountId={account.account_id} />}>
      <RuledList empty="No payments yet.">
        {subscriptions.map((subscription) => (
          <Payment
            key={subscription.id}
            title={offerName(subscription.offer)}
            status={subscriptionStatus(subscription)}
            badges={
              <>
                {subscription.cancel_at && !subscription.ended_at && <Badge tone="warning">Cancelled, ends automatically</Badge>}
                {!subscription.is_own && <OtherAccount />}
              </>
            }
            action={canRevokeStudio(subscription, details) && <RevokeFree revocable={subscription} account={account} />}
          >
            <DescriptionList
              items={[
                ['Since', date(subscription.started_at)],
                ['Paid until', date(subscription.paid_until)],
                ['Free until', date(subscription.trial_end)],
                ['This period ends', date(subscription.current_period_end)],
                ['Cancelled', date(subscription.canceled_at)],
                ['Ends', subscription.ended_at ? null : date(subscription.cancel_at)],
                ['Ended', date(subscription.ended_at)],
                ['Revoked', date(subscription.revoked_at)],
                ['Status at Stripe', <Code key="status">{subscription.status}</Code>],
                ['Subscription', stripeId(subscription.id)],
                ['Price', <Code key="price">{subscription.price_id}</Code>],
                ['Customer', stripeId(subscription.customer_id)],
                ['Last synced', dateAndTime(subscription.synced_at)],
              ]}
            />
          </Payment>
        ))}
        {purchases.map((purchase) => (
          <StripeModeProvider key={purchase.id} sessionId={purchase.id}>
            <Payment
              title={`${offerName(purchase.offer)}, ${formatPaid(purchase)}`}
              status={purchaseStatus(purchase)}
              badges={!purchase.is_own && <OtherAccount />}
              action={canRevoke(purchase) && <RevokeFree revocable={purchase} account={account} />}
            >
              <DescriptionList
                items={[
                  ['Paid', date(purchase.paid_at)],
                  ['Guarantee', guaranteeTexts[purchase.guarantee]],
                  [
                    'Course started',
                    date(details.course_starts.find(({ product }) => product === unlockedBy(purchase.offer))?.started_at ?? null),
                  ],
                  ['Refund requested', date(purchase.refund_requested_at)],
                  ['Seats for others', purchase.seats === 0 ? null : purchase.seats],
                  ['Seats refunded by the guarantee', purchase.refund_seats === 0 ? null : purchase.refund_seats],
                  ['Refunded in full', date(purchase.refunded_at)],
                  ['Revoked', date(purchase.revoked_at)],
                  ['Dispute', purchase.dispute_status && <Code key="dispute">{purchase.dispute_status}</Code>],
                  ['Disputed', date(purchase.dispute_at)],
                  ['Payment', stripeId(purchase.payment_intent_id)],
                  ['Charge', stripeId(purchase.charge_id)],
                  ['Included Studio', stripeId(purchase.subscription_id)],
                  ['Checkout', stripeId(purchase.id)],
                  ['Price', <Code key="price">{purchase.price_id}</Code>],
                  ['Customer', stripeId(purchase.customer_id)],
                  ['Last synced', dateAndTime(purchase.synced_at)],
                ]}
              />
            </Payment>
          </StripeModeProvider>
        ))}
        {charges.map((charge) => (
          <Payment
            key={charge.id}
            title={`${chargeTitle(charge)}, ${formatPaid(charge)}`}
            status={purchaseStatus(charge)}
            badges={
              <>
                {charge.kind === 'outside' && charge.is_own && <Badge>Opens nothing</Badge>}
                {!charge.is_own && <OtherAccount />}
              </>
            }
          >
            <DescriptionList
              items={[
                // Stripe gives each month the same description, and the title names it already.
                ['For', charge.kind === 'outside' ? charge.description : null],
                ['Paid', date(charge.paid_at)],
                ['Refunded in full', date(charge.refunded_at)],
                ['Dispute', charge.dispute_status && <Code key="dispute">{charge.dispute_status}</Code>],
                ['Disputed', date(charge.dispute_at)],
                ['Charge', charge.id === charge.invoice_id ? null : stripeId(charge.id)],
                ['Payment', stripeId(charge.payment_intent_id)],
                ['Invoice', stripeId(charge.invoice_id)],
                ['Subscription', stripeId(charge.subscription_id)],
                ['Customer', stripeId(charge.customer_id)],
                ['Last synced', dateAndTime(charge.synced_at)],
              ]}
            />
          </Payment>
        ))}
      </RuledList>
    </Section>
  )
}

type Purchase = AccountDetails['purchases'][number]
type Studio = AccountDetails['subscriptions'][number]

/** Returns whether an admin can revoke a purchase: only free ones, which have no payment to refund. */
const canRevoke = ({ amount, charge_id, revoked_at }: Purchase) => amount === 0 && charge_id === null && revoked_at === null

/** Returns whether an admin can revoke a subscription: it is running, was bought alone, and no month of it was paid. */
const canRevokeStudio = ({ id, is_own, ended_at, payment, revoked_at }: Studio, { charges, purchases }: AccountDetails) =>
  is_own &&
  ended_at === null &&
  revoked_at === null &&
  payment !== 'processing' &&
  [...charges, ...purchases].every(({ subscription_id }) => subscription_id !== id)

function RevokeFree({ revocable, account }: Pick<AccountDetails, 'account'> & { revocable: Purchase | Studio }) {
  const revoked = unlockedBy(revocable.offer)
  if (!revoked) return null
  const endsStudio = 'subscription_id' in revocable && revocable.subscription_id
  return (
    <RevokeButton
      accountId={account.account_id}
      revoked={revoked}
      name={offerName(revocable.offer)}
      description={`${packageName(revoked)} closes at once for ${accountName(account)}, even if it was granted.${
        endsStudio ? ' The Studio of the bundle ends too, unless the user paid for a month of it.' : ''
      } Nothing was paid, so nothing is refunded.`}
    />
  )
}

const OtherAccount = () => <Badge tone="warning">Another Stripe account or mode, opens nothing</Badge>

type PaymentProps = {
  title: string
  status: { label: string; tone: BadgeTone }
  badges?: ReactNode
  action?: ReactNode
  children: ReactNode
}

const Payment = ({ title, status, badges, action, children }: PaymentProps) => (
  <li className="py-4">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-text text-base font-semibold tracking-normal tabular-nums">
        {title}
        <Badge tone={status.tone}>{status.label}</Badge>
        {badges}
      </h3>
      {action}
    </div>
    {children}
  </li>
)

/** Syncs the payments of an account from Stripe, for example after a lost webhook. */
function SyncStripeButton({ accountId }: { accountId: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrapResponse(adminTsr.adminAccounts.sync.mutate({ params: { accountId }, body: {} })),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: accountDetailsQuery(accountId).queryKey })
      toast.success({ title: message })
    },
    onError: (error) => toastFailure("We couldn't reach Stripe", error),
  })
  return (
    <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
      {!isPending && <RotateCw aria-hidden="true" />}
      {isPending ? 'Syncing...' : 'Sync with Stripe'}
    </Button>
  )
}
