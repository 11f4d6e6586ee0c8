import type { ExplainedEntitlement } from '@academy/contract'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { entitlementNames } from './account-text.ts'
import { Lines, Section } from './section.tsx'

/** Each entitlement, on or off, and why: every grant and payment that speaks for it, or once did. */
export function EntitlementList({ entitlements }: { entitlements: ExplainedEntitlement[] }) {
  return (
    <Section title="What they may open">
      <Lines>
        {entitlements.map(({ entitlement, held, reasons }) => (
          <li key={entitlement} className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <h3 className="flex items-center justify-between gap-3 self-start font-text text-base font-semibold tracking-normal">
              {entitlementNames[entitlement]}
              {held ? <Badge tone="positive">Open</Badge> : <Badge tone="locked">Locked</Badge>}
            </h3>
            {reasons.length === 0 ? (
              <p className="text-muted">Nothing ever opened it.</p>
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
      </Lines>
    </Section>
  )
}
