import type { AccountDetails } from '@academy/contract'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'

/** Labels of the actions in the audit log. Unknown actions keep their own name. */
const actionLabels: Record<string, string> = {
  grant: 'Granted a package',
  revoke: 'Revoked a package',
  hide_bundle_deal: 'Hid the bundle',
  show_bundle_deal: 'Offered the bundle again',
  end_studio: 'Ended the Studio at once',
  request_refund: 'Asked for a refund',
  refuse_refund: 'Could not refund',
  cancel_studio: 'Cancelled the Studio for the end of the period',
  settle_withdrawal: 'Settled a withdrawal',
  change_webhook: 'Changed a webhook',
  claim_seat: 'Claimed a seat',
  leave_seat: 'Left a seat',
  take_back_seat: 'Took a seat back',
  name_seat_owner: 'Made the owner of seats',
  stripe_sync: 'Synced with Stripe',
  dismiss_customer: 'Dismissed an unknown customer',
  revoke_certificate: 'Revoked a certificate',
  create_token: 'Created an access token',
  revoke_token: 'Revoked an access token',
  content_sync: 'Started a content sync',
  content_confirm: 'Confirmed a held content sync',
}

/** What older rows of the audit log call the user, which the database refuses to change. */
const olderActors: Record<string, string> = { 'the buyer': 'the user', 'the account itself': 'the user' }

type AuditEntry = AccountDetails['audit_log'][number]

/** The audit log of an account, newest first. */
export function AuditLog({ entries }: { entries: AuditEntry[] }) {
  return (
    <Section title="Audit log">
      <RuledList empty="No changes yet.">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-x-6 gap-y-0.5 py-3 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
            <Timestamp at={entry.at} />
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{actionLabels[entry.what] ?? entry.what}</span>{' '}
                <span className="text-muted">by {olderActors[entry.who] ?? entry.who}</span>
              </p>
              <p className="max-w-prose break-words">“{entry.reason}”</p>
              <p className="break-words text-muted empty:hidden">{formatDetails(entry)}</p>
            </div>
          </li>
        ))}
      </RuledList>
    </Section>
  )
}

/** Formats details: 'package: vip · expires at: none'. */
const formatDetails = ({ details }: AuditEntry) =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`)
    .join(' · ')
