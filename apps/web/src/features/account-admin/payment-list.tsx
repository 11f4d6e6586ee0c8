import type { AccountFile } from '@academy/contract'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { amountText, offerName, purchaseStanding, subscriptionStanding } from './account-text.ts'
import { AskStripe } from './ask-stripe.tsx'
import { Facts } from './facts.tsx'
import { Lines, Nothing, Section } from './section.tsx'
import { Code, StripeId } from './stripe-link.tsx'

const when = (at: string | null) => at && <Moment day at={at} />
const exactly = (at: string | null) => at && <Moment at={at} />
const stripeId = (id: string | null) => id && <StripeId id={id} />

/** What this account paid for, as Stripe has it; who never began to pay is not known there. */
export function PaymentList({ file }: { file: AccountFile }) {
  const { account, customer, former_customers, purchases, subscriptions } = file
  const isKnownThere = customer !== null || former_customers.length > 0
  return (
    <Section title="Payments" action={isKnownThere && <AskStripe accountId={account.account_id} />}>
      {purchases.length + subscriptions.length === 0 ? (
        <Nothing>Nothing was ever paid.</Nothing>
      ) : (
        <Lines>
          {subscriptions.map((subscription) => (
            <Payment
              key={subscription.id}
              title={offerName(subscription.offer)}
              standing={subscriptionStanding(subscription.status)}
              more={subscription.cancel_at && !subscription.ended_at && <Badge tone="warning">Cancelled, ends by itself</Badge>}
            >
              <Facts
                facts={[
                  ['Since', when(subscription.started_at)],
                  ['Paid until', when(subscription.paid_until)],
                  ['Free until', when(subscription.trial_end)],
                  ['This period ends', when(subscription.current_period_end)],
                  ['Cancelled', when(subscription.canceled_at)],
                  ['Ends', subscription.ended_at ? null : when(subscription.cancel_at)],
                  ['Ended', when(subscription.ended_at)],
                  ['Status at Stripe', <Code key="status">{subscription.status}</Code>],
                  ['Subscription', stripeId(subscription.id)],
                  ['Price', <Code key="price">{subscription.price_id}</Code>],
                  ['Customer', stripeId(subscription.customer_id)],
                  ['Last compared', exactly(subscription.synced_at)],
                ]}
              />
            </Payment>
          ))}
          {purchases.map((purchase) => (
            <Payment
              key={purchase.id}
              title={`${offerName(purchase.offer)}, ${amountText(purchase)}`}
              standing={purchaseStanding(purchase)}
            >
              <Facts
                facts={[
                  ['Paid', when(purchase.paid_at)],
                  ['Refunded in full', when(purchase.refunded_at)],
                  ['Dispute', purchase.dispute_status && <Code key="dispute">{purchase.dispute_status}</Code>],
                  ['Disputed', when(purchase.dispute_at)],
                  ['Payment', stripeId(purchase.payment_intent_id)],
                  ['Charge', stripeId(purchase.charge_id)],
                  ['Studio with it', stripeId(purchase.subscription_id)],
                  ['Checkout', stripeId(purchase.id)],
                  ['Price', <Code key="price">{purchase.price_id}</Code>],
                  ['Customer', stripeId(purchase.customer_id)],
                  ['Last compared', exactly(purchase.synced_at)],
                ]}
              />
            </Payment>
          ))}
        </Lines>
      )}
    </Section>
  )
}

type PaymentProps = { title: string; standing: { label: string; tone: BadgeTone }; more?: ReactNode; children: ReactNode }

const Payment = ({ title, standing, more, children }: PaymentProps) => (
  <li className="py-4">
    <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-text text-base font-semibold tracking-normal tabular-nums">
      {title}
      <Badge tone={standing.tone}>{standing.label}</Badge>
      {more}
    </h3>
    {children}
  </li>
)
