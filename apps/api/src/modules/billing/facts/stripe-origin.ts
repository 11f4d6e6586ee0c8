import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, text } from 'drizzle-orm/pg-core'
import { stripeConnection } from './stripe-connection.table.ts'

/** The Stripe account and mode of a fact. Both are null for facts from before origins were recorded and not synced since. */
export type StripeOrigin = { stripe_account: string | null; livemode: boolean | null }

/** The origin of a fact from before origins were recorded that the connected account does not know. */
export const UNKNOWN_ACCOUNT = 'unknown'

/** Returns the columns for the origin of a fact. */
export const originColumns = () => ({ stripe_account: text(), livemode: boolean() })

type OriginTable = { stripe_account: AnyPgColumn; livemode: AnyPgColumn }

/** Builds the condition that a fact comes from the connected Stripe account and mode, or from before origins were recorded. */
export const isFromConnectedStripe = ({ stripe_account, livemode }: OriginTable): SQL<boolean> => sql<boolean>`(
  (${livemode} is null or ${livemode} = coalesce((select livemode from ${stripeConnection}), ${livemode}))
  and coalesce(
    ${stripe_account} = (select merchant_id from ${stripeConnection}), ${stripe_account} is distinct from ${sql.raw(`'${UNKNOWN_ACCOUNT}'`)}
  )
)`

/**
 * Builds the condition that a subscription may charge its subscriber: one of test mode does not while the API is connected to live mode, and
 * one of an unknown account can never be reached.
 */
export const mayCharge = ({ stripe_account, livemode }: OriginTable): SQL<boolean> => sql<boolean>`(
  ${stripe_account} is distinct from ${sql.raw(`'${UNKNOWN_ACCOUNT}'`)}
  and coalesce(${livemode} or not (select livemode from ${stripeConnection}), true)
)`
