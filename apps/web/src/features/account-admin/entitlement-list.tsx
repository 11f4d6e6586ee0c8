import type { ExplainedEntitlement } from '@academy/contract'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { RuledList, Section } from '../../ui/section.tsx'
import { entitlementLabels } from './account-text.ts'

/** The entitlements of an account with the grants and payments behind them, past ones included. */
export function EntitlementList({ entitlements }: { entitlements: ExplainedEntitlement[] }) {
  return (
    <Section title="Access">
      <RuledList>
        {entitlements.map(({ entitlement, held, reasons }) => (
          <li key={entitlement} className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <h3 className="flex items-baseline justify-between gap-3 self-start font-text text-base font-semibold tracking-normal">
              {entitlementLabels[entitlement]}
              {held ? <Badge tone="positive">Open</Badge> : <Badge tone="locked">Locked</Badge>}
            </h3>
            {reasons.length === 0 ? (
              <p className="text-muted">No access.</p>
            ) : (
              <ul className="flex max-w-prose flex-col gap-1.5">
                {reasons.map((reason) => (
                  <li
                    key={`${reason.kind} ${reason.id}`}
                    className={cx('border-l-2 pl-3', reason.holds ? 'border-positive' : 'border-rule text-muted')}
                  >
                    {reason.text}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </RuledList>
    </Section>
  )
}
