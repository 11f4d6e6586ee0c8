import type { StripeService } from '../context.ts'
import type { Stored } from '../kinds.ts'
import { findAll } from '../store.ts'

/** Returns the active promotion code with this text, ignoring case. */
export async function findActiveCode(service: StripeService, code: string): Promise<Stored<'promotion_code'> | undefined> {
  const and = service.sql`and lower(data->>'code') = ${code.trim().toLowerCase()}`
  return (await findAll(service, 'promotion_code', { where: { active: true }, and }))[0]
}
