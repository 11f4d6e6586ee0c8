import { z } from 'zod'
import { json, type StripeService } from '../context.ts'

/** The billing settings of an account, which Stripe keeps in its dashboard: retries of failed renewals, and what follows the last failure. */
export const billingSettings = z.strictObject({
  /** Days between failed attempts. */
  retry_days: z.array(z.int().min(1).max(60)).max(8),
  after_last_retry: z.enum(['canceled', 'unpaid', 'past_due']),
})
export type BillingSettings = z.infer<typeof billingSettings>

const standard: BillingSettings = { retry_days: [3, 5, 7], after_last_retry: 'canceled' }

export async function readSettings({ sql }: StripeService): Promise<BillingSettings> {
  const [row] = await sql<{ value: BillingSettings }[]>`select value from stripe.settings where name = 'billing'`
  return row?.value ?? standard
}

export async function writeSettings(service: StripeService, change: Partial<BillingSettings>): Promise<BillingSettings> {
  const value = { ...(await readSettings(service)), ...change }
  await service.sql`
    insert into stripe.settings (name, value) values ('billing', ${json(service.sql, value)})
    on conflict (name) do update set value = excluded.value`
  return value
}
