import type { AccountExport } from '@academy/contract'
import type { Db } from '../../database/open-database.ts'
import { readRecords } from './privacy.store.ts'

/** Data outside the academy's database and its auth provider. */
const ELSEWHERE: AccountExport['elsewhere'] = [
  {
    holder: 'Stripe, the payment provider',
    what: 'Payments, invoices, billing address and payment methods.',
    how: 'In Settings, under Pricing & Plans, “Manage plan” shows invoices and payment methods. Stripe keeps invoices for as long as the law requires, also after the account was erased.',
  },
  {
    holder: 'Amplitude, for analytics',
    what: 'Which pages were visited and what was pressed, under the id of the account; typed texts are masked.',
    how: 'Ask the academy, which asks Amplitude by the id of the account.',
  },
  {
    holder: 'Backups of the database',
    what: 'Copies of the records in this export.',
    how: 'They are overwritten after the time for which backups are kept; they are read only to restore what was lost.',
  },
]

type Tools = {
  db: Db
  authProvider: { describeUser: (id: string) => Promise<AccountExport['sign_in']> }
}

/**
 * Loads everything held about an account.
 * @throws when the auth provider is unreachable, because an export must be complete.
 */
export async function exportAccount({ db, authProvider }: Tools, account_id: string): Promise<AccountExport> {
  const [records, sign_in] = await Promise.all([readRecords(db, account_id), authProvider.describeUser(account_id)])
  return { exported_at: new Date().toISOString(), account_id, sign_in, records, elsewhere: ELSEWHERE }
}
