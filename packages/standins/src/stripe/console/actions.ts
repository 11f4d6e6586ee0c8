import { z } from 'zod'
import { settleIntent } from '../checkout/settle.ts'
import type { StripeService } from '../context.ts'
import { openDispute, setDisputeStatus } from '../payments/dispute.ts'
import { failNextCharge } from '../payments/pay.ts'
import { refundCharge, requireCharge } from '../payments/refund.ts'
import { requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'

const decimalAmount = z.string().regex(/^\d{1,7}([.,]\d{1,2})?$/, 'An amount such as 12.50')

/** The actions of the console's buttons: those of Stripe's dashboard and of banks. */
export const consoleAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('refund'), charge: z.string(), amount: decimalAmount.optional() }),
  z.object({ action: z.literal('dispute'), charge: z.string() }),
  z.object({ action: z.literal('close_dispute'), dispute: z.string(), outcome: z.enum(['won', 'lost']) }),
  z.object({ action: z.literal('settle'), payment_intent: z.string(), outcome: z.enum(['succeeded', 'failed']) }),
  z.object({ action: z.literal('fail_charges'), customer: z.string(), times: z.coerce.number().int().min(0).max(100) }),
])
type ConsoleAction = z.infer<typeof consoleAction>

const inCents = (amount: string) => Math.round(Number(amount.replace(',', '.')) * 100)

/** Runs an action of the console, within a write. Throws a StripeError for an action that Stripe refuses. */
export async function runAction(service: StripeService, input: ConsoleAction): Promise<void> {
  switch (input.action) {
    case 'refund': {
      const charge = await requireCharge(service, { charge: input.charge })
      const amount = input.amount === undefined ? undefined : inCents(input.amount)
      if (amount === 0) throw invalid('This value must be greater than or equal to 1.', 'amount')
      await refundCharge(service, charge, { amount, reason: 'requested_by_customer' })
      return
    }
    case 'dispute':
      await openDispute(service, await requireCharge(service, { charge: input.charge }))
      return
    case 'close_dispute':
      await setDisputeStatus(service, input.dispute, input.outcome)
      return
    case 'settle':
      await settleIntent(service, input.payment_intent, input.outcome === 'succeeded')
      return
    case 'fail_charges':
      await failNextCharge(service, (await requireObject(service, 'customer', input.customer)).id, input.times)
      return
  }
}
