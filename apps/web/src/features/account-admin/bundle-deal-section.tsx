import type { AccountDetails } from '@academy/contract'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { Section } from '../../ui/section.tsx'
import { accountName } from './account-text.ts'
import { AdminActionButton } from './admin-action-button.tsx'

/** Shows whether the account is offered the bundle, with a button to change it. */
export function BundleDealSection({ account }: Pick<AccountDetails, 'account'>) {
  const { hide_bundle_deal: isHidden } = account
  const label = isHidden ? 'Offer the bundle again' : 'Hide the bundle'
  return (
    <Section
      title="Bundle offer"
      action={
        <AdminActionButton
          label={label}
          title={label}
          description={
            isHidden
              ? `${accountName(account)} will see the bundle again, unless they own the course or the Studio.`
              : `${accountName(account)} will no longer see the bundle and cannot buy it. Past purchases stay.`
          }
          pendingLabel="Saving..."
          send={(reason) =>
            unwrapResponse(
              adminTsr.adminAccounts.bundleDeal.mutate({ params: { accountId: account.account_id }, body: { hidden: !isHidden, reason } }),
            )
          }
        />
      }
    >
      <p className="max-w-prose">
        {isHidden
          ? 'Hidden: this account does not see the bundle and cannot buy it.'
          : 'Offered while this account has neither the Master Course nor the Studio.'}
      </p>
    </Section>
  )
}
