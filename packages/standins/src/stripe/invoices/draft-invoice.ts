import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { insert } from '../store.ts'
import { setDue } from '../time/due.ts'
import { type DraftInput, type Invoice, makeDraft } from './invoice-json.ts'

/** Stores a new draft and emits the event. With `autoAdvance` it is finalized after an hour. */
export async function draftInvoice(service: StripeService, input: DraftInput): Promise<Invoice> {
  const invoice = makeDraft(input, service.now())
  await insert(service, 'invoice', invoice)
  await emitEvent(service, 'invoice.created', invoice)
  if (invoice.automatically_finalizes_at !== null) await setDue(service, invoice.id, invoice.automatically_finalizes_at)
  return invoice
}
