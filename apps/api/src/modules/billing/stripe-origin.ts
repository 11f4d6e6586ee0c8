import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, text } from 'drizzle-orm/pg-core'
import { stripeConnection } from './stripe-connection.table.ts'

/** The Stripe account and mode that a fact comes from. Null in both: recorded before this was kept, and not compared with Stripe since. */
export type StripeOrigin = { stripe_account: string | null; livemode: boolean | null }

/** The origin of a fact that the connected account does not know and that was recorded before origins were kept. */
export const UNKNOWN_ACCOUNT = 'unknown'

/** The columns of a fact that say where it comes from. */
export const originColumns = () => ({ stripe_account: text(), livemode: boolean() })

type OriginTable = { stripe_account: AnyPgColumn; livemode: AnyPgColumn }

/** Condition: a fact comes from the Stripe account and mode that the API is connected with, or from before origins were kept. */
export const isOwn = ({ stripe_account, livemode }: OriginTable): SQL<boolean> => sql<boolean>`(
  (${livemode} is null or ${livemode} = coalesce((select livemode from ${stripeConnection}), ${livemode}))
  and coalesce(
    ${stripe_account} = (select merchant_id from ${stripeConnection}), ${stripe_account} is distinct from ${sql.raw(`'${UNKNOWN_ACCOUNT}'`)}
  )
)`
