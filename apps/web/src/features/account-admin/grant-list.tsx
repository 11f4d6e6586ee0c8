import { isPackage } from '@academy/catalog'
import type { AccountDetails } from '@academy/contract'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { accountName, grantStatuses, packageName } from './account-text.ts'
import { RevokeButton } from './admin-action-button.tsx'
import { GrantDialog } from './grant-dialog.tsx'

/** The granted packages, with buttons to grant and revoke. */
export function GrantList({ account, grants }: Pick<AccountDetails, 'account' | 'grants'>) {
  const [isGranting, setGranting] = useState(false)
  const name = accountName(account)
  return (
    <Section
      title="Granted packages"
      action={
        <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setGranting(true)}>
          Grant a package
        </Button>
      }
    >
      <RuledList empty="No packages granted.">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} account={account} />
        ))}
      </RuledList>
      {isGranting && <GrantDialog accountId={account.account_id} name={name} onClose={() => setGranting(false)} />}
    </Section>
  )
}

function GrantRow({ grant, account }: Pick<AccountDetails, 'account'> & { grant: AccountDetails['grants'][number] }) {
  const { label, tone } = grantStatuses[grant.state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-center gap-3 font-text text-base font-semibold tracking-normal">
          {packageName(grant.package)}
          <Badge tone={tone}>{label}</Badge>
        </h3>
        <p className="mt-1 max-w-prose break-words">“{grant.reason}”</p>
        <p className="mt-0.5 text-sm text-muted">
          Granted <Timestamp dateOnly at={grant.granted_at} /> by {grant.granted_by}
          {grant.expires_at && (
            <>
              , {grant.state === 'expired' ? 'ended' : 'ends'} <Timestamp dateOnly at={grant.expires_at} />
            </>
          )}
        </p>
        {grant.revoked_at && (
          <p className="mt-0.5 text-sm text-muted">
            Revoked <Timestamp dateOnly at={grant.revoked_at} /> by {grant.revoked_by}: “{grant.revoke_reason}”
          </p>
        )}
      </div>
      {grant.state === 'active' && isPackage(grant.package) && (
        <RevokeButton
          accountId={account.account_id}
          revoked={grant.package}
          name={packageName(grant.package)}
          description={`${accountName(account)} loses this access at once, unless another grant or purchase includes it. Nothing is refunded.`}
        />
      )}
    </li>
  )
}
