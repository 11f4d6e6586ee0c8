import type { AccountFile } from '@academy/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { nameOf } from './account-text.ts'
import { ChangeForm } from './change-form.tsx'
import { Section } from './section.tsx'

/** Whether this account is offered the bundle at all (PRICE-18), and the switch for it. */
export function BundleDeal({ account }: Pick<AccountFile, 'account'>) {
  const [isAsking, setAsking] = useState(false)
  const { hide_bundle_deal: isHidden } = account
  const act = isHidden ? 'Offer the bundle again' : 'Hide the bundle'
  return (
    <Section
      title="Bundle offer"
      action={
        <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {act}
        </Button>
      }
    >
      <p className="max-w-prose">
        {isHidden
          ? 'Hidden: this account is never offered the bundle, and cannot buy it.'
          : 'Offered, as long as this account has neither the Master Course nor the Studio.'}
      </p>
      {isAsking && (
        <ChangeForm
          title={act}
          description={
            isHidden
              ? `${nameOf(account)} is offered the bundle again, unless the course or the Studio is theirs.`
              : `${nameOf(account)} does not see the bundle any more, and cannot buy it. What was bought stays.`
          }
          labels={{ act, acting: 'Saving...' }}
          changeFor={(reason) => ({ kind: 'bundle', accountId: account.account_id, hidden: !isHidden, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
