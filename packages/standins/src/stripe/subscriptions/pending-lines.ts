import type { StripeService } from '../context.ts'
import type { LineInput } from '../invoices/lines.ts'
import { readHidden, updateHidden } from '../store.ts'

type Hidden = { pending?: LineInput[] }

/** Returns the extra lines of the next invoice, e.g. prorations. */
export const pendingLines = async (service: StripeService, subscription: string): Promise<LineInput[]> =>
  (await readHidden<Hidden>(service, subscription)).pending ?? []

export async function addPendingLines(service: StripeService, subscription: string, lines: readonly LineInput[]): Promise<void> {
  await updateHidden(service, subscription, { pending: [...(await pendingLines(service, subscription)), ...lines] })
}

/** Returns and clears the pending lines. */
export async function takePendingLines(service: StripeService, subscription: string): Promise<LineInput[]> {
  const lines = await pendingLines(service, subscription)
  if (lines.length > 0) await updateHidden(service, subscription, { pending: [] })
  return lines
}
