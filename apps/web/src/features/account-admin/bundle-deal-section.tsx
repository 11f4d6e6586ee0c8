import type { AccountFile } from '@academy/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { accountName } from './account-text.ts'
import { AdminActionDialog } from './admin-action-dialog.tsx'
import { Section } from './section.tsx'

/** Shows whether the account is offered the bundle (PRICE-18), with a button to change it. */
export function BundleDealSection({ account }: Pick<AccountFile, 'account'>) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { hide_bundle_deal: isHidden } = account
  const act = isHidden ? 'Offer the bundle again' : 'Hide the bundle'
  return (
    <Section
      title="Bundle offer"
      action={
        <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setDialogOpen(true)}>
          {act}
        </Button>
      }
    >
      <p className="max-w-prose">
        {isHidden
          ? 'Hidden: this account does not see the bundle and cannot buy it.'
          : 'Offered while this account has neither the Master Course nor the Studio.'}
      </p>
      {isDialogOpen && (
        <AdminActionDialog
          title={act}
          description={
            isHidden
              ? `${accountName(account)} will see the bundle again, unless they own the course or the Studio.`
              : `${accountName(account)} will no longer see the bundle and cannot buy it. Past purchases stay.`
          }
          labels={{ act, acting: 'Saving...' }}
          actionFor={(reason) => ({ kind: 'bundle', accountId: account.account_id, hidden: !isHidden, reason })}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </Section>
  )
}
