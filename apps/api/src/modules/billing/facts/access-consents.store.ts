import { consentFor, type SoldOffer } from '@academy/catalog'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { accessConsents } from './access-consents.table.ts'

export type AccessConsent = typeof accessConsents.$inferSelect

/** Records that a buyer accepted the current text. Repeated calls with one id record it once. */
export async function recordConsent(
  db: Db,
  { seats, ...consent }: { id: string; account_id: string; offer: SoldOffer; seats: number },
): Promise<void> {
  const { version, text } = consentFor(seats)
  await db
    .insert(accessConsents)
    .values({ ...consent, text_version: version, text })
    .onConflictDoNothing()
}

/** Loads a consent; undefined if it is not recorded, for example after a backup was restored. */
export async function findConsent(db: Db, id: string): Promise<AccessConsent | undefined> {
  const [consent] = await db.select().from(accessConsents).where(eq(accessConsents.id, id))
  return consent
}
