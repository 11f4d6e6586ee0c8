import { isPackage } from '@academy/catalog'
import type { AccountFile } from '@academy/contract'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { PackageName } from './account-changes.ts'
import { grantTones, nameOf, packageName } from './account-text.ts'
import { ChangeForm } from './change-form.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { Lines, Nothing, Section } from './section.tsx'

type Grant = AccountFile['grants'][number]

/** What operators gave this account, and the ways to give more and to take it back. */
export function GrantList({ account, grants }: Pick<AccountFile, 'account' | 'grants'>) {
  const [isGranting, setGranting] = useState(false)
  const [revoking, setRevoking] = useState<PackageName>()
  const name = nameOf(account)
  return (
    <Section
      title="Granted packages"
      action={
        <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setGranting(true)}>
          Grant a package
        </Button>
      }
    >
      {grants.length === 0 ? (
        <Nothing>Nothing was ever granted.</Nothing>
      ) : (
        <Lines>
          {grants.map((grant) => (
            <GrantLine key={grant.id} grant={grant} onRevoke={setRevoking} />
          ))}
        </Lines>
      )}
      {isGranting && <GrantDialog accountId={account.account_id} name={name} onClose={() => setGranting(false)} />}
      {revoking && (
        <ChangeForm
          title={`Take back ${packageName(revoking)}`}
          description={`What it opens closes at once for ${name}, unless something else opens it too. Nothing is refunded.`}
          labels={{ act: 'Take back', acting: 'Taking back...' }}
          danger
          changeFor={(reason) => ({ kind: 'revoke', accountId: account.account_id, package: revoking, reason })}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Section>
  )
}

function GrantLine({ grant, onRevoke }: { grant: Grant; onRevoke: (name: PackageName) => void }) {
  const { label, tone } = grantTones[grant.state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-center gap-3 font-text text-base font-semibold tracking-normal">
          {packageName(grant.package)}
          <Badge tone={tone}>{label}</Badge>
        </h3>
        <p className="mt-1 max-w-prose break-words">“{grant.reason}”</p>
        <p className="mt-0.5 text-sm text-muted">
          Granted <Moment day at={grant.granted_at} /> by {grant.granted_by}
          {grant.expires_at && (
            <>
              , {grant.state === 'expired' ? 'ended' : 'ends'} <Moment day at={grant.expires_at} />
            </>
          )}
        </p>
        {grant.revoked_at && (
          <p className="mt-0.5 text-sm text-muted">
            Taken back <Moment day at={grant.revoked_at} /> by {grant.revoked_by}: “{grant.revoke_reason}”
          </p>
        )}
      </div>
      {grant.state === 'active' && isPackage(grant.package) && <RevokeButton name={grant.package} onRevoke={onRevoke} />}
    </li>
  )
}

const RevokeButton = ({ name, onRevoke }: { name: PackageName; onRevoke: (name: PackageName) => void }) => (
  <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => onRevoke(name)}>
    Take back<span className="sr-only"> {packageName(name)}</span>
  </Button>
)
