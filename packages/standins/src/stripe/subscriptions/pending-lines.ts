import type { StripeService } from '../context.ts'
import type { LineInput } from '../invoices/lines.ts'
import { hiddenOf, hide } from '../store.ts'

type Hidden = { pending?: LineInput[] }

/** What the next invoice of the subscription will carry besides its items, e.g. prorations. */
export const pendingLines = async (service: StripeService, subscription: string): Promise<LineInput[]> =>
  (await hiddenOf<Hidden>(service, subscription)).pending ?? []

export async function addPendingLines(service: StripeService, subscription: string, lines: readonly LineInput[]): Promise<void> {
  await hide(service, subscription, { pending: [...(await pendingLines(service, subscription)), ...lines] })
}

/** The pending lines, which are on an invoice from now on. */
export async function takePendingLines(service: StripeService, subscription: string): Promise<LineInput[]> {
  const lines = await pendingLines(service, subscription)
  if (lines.length > 0) await hide(service, subscription, { pending: [] })
  return lines
}
