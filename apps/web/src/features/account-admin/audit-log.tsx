import type { AccountFile } from '@academy/contract'
import { Moment } from '../../ui/moment.tsx'
import { Lines, Nothing, Section } from './section.tsx'

/** What operators do, or the academy by itself, as people say it; an act this build does not know keeps its own name. */
const acts: Record<string, string> = {
  grant: 'Granted a package',
  revoke: 'Took back a package',
  hide_bundle_deal: 'Hid the bundle',
  show_bundle_deal: 'Offered the bundle again',
  end_studio: 'Cancelled the Studio of a bundle',
  stripe_sync: 'Asked Stripe',
  dismiss_customer: 'Said that a customer is not ours',
  content_sync: 'Had the content synced',
}

type Entry = AccountFile['audit_log'][number]

/** What operators did with this account, the newest first. */
export function AuditLog({ entries }: { entries: Entry[] }) {
  return (
    <Section title="Audit log">
      {entries.length === 0 ? (
        <Nothing>Nobody changed anything here.</Nothing>
      ) : (
        <Lines>
          {entries.map((entry) => (
            <li key={entry.id} className="grid gap-x-6 gap-y-0.5 py-3 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
              <Moment at={entry.at} />
              <div className="min-w-0">
                <p>
                  <span className="font-semibold">{acts[entry.what] ?? entry.what}</span> <span className="text-muted">by {entry.who}</span>
                </p>
                <p className="max-w-prose break-words">“{entry.reason}”</p>
                <p className="break-words text-muted empty:hidden">{detailsText(entry)}</p>
              </div>
            </li>
          ))}
        </Lines>
      )}
    </Section>
  )
}

/** 'package: vip · expires at: never' */
const detailsText = ({ details }: Entry) =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`)
    .join(' · ')
