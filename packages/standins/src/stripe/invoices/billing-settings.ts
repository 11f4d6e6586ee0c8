import { z } from 'zod'
import { json } from '../../database.ts'
import type { StripeService } from '../context.ts'

/** The account's billing settings in Stripe's dashboard: when failed renewals are retried, and the subscription's status after the last retry. */
export const billingSettings = z.strictObject({
  /** Days between failed attempts. */
  retry_days: z.array(z.int().min(1).max(60)).max(8),
  after_last_retry: z.enum(['canceled', 'unpaid', 'past_due']),
})
export type BillingSettings = z.infer<typeof billingSettings>

const defaultSettings: BillingSettings = { retry_days: [3, 5, 7], after_last_retry: 'canceled' }

export async function readSettings({ sql }: StripeService): Promise<BillingSettings> {
  const [row] = await sql<{ value: BillingSettings }[]>`select value from stripe.settings where name = 'billing'`
  return row?.value ?? defaultSettings
}

export async function writeSettings(service: StripeService, change: Partial<BillingSettings>): Promise<BillingSettings> {
  const value = { ...(await readSettings(service)), ...change }
  await service.sql`
    insert into stripe.settings (name, value) values ('billing', ${json(service.sql, value)})
    on conflict (name) do update set value = excluded.value`
  return value
}
