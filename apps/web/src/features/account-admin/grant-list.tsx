import { isPackage, PACKAGE_NAMES, PACKAGE_UNLOCKS, PACKAGES, type Package } from '@academy/catalog'
import type { AccountDetails } from '@academy/contract'
import { useRef, useState } from 'react'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { accountName, entitlementLabels, grantStatuses, packageName } from './account-text.ts'
import { AdminActionDialog, RevokeButton } from './admin-action-button.tsx'

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

/** Grants a package, with or without a last day. */
function GrantDialog({ accountId, name, onClose }: { accountId: string; name: string; onClose: () => void }) {
  const [selected, setSelected] = useState<Package>(PACKAGES[0])
  const [lastDay, setLastDay] = useState('')
  const [dayError, setDayError] = useState('')
  const dayInput = useRef<HTMLInputElement>(null)
  /** The value of a date that is not whole is empty, which would grant the package without an end. */
  const validate = () => {
    const isValid = dayInput.current?.validity.valid === true
    setDayError(isValid ? '' : 'Enter the whole date, or leave it empty.')
    return isValid
  }
  const opens = PACKAGE_UNLOCKS[selected].map((entitlement) => entitlementLabels[entitlement])
  return (
    <AdminActionDialog
      title="Grant a package"
      description={`The package opens for ${name} at once. Nothing is charged.`}
      label="Grant"
      pendingLabel="Granting..."
      send={(reason) =>
        unwrapResponse(
          adminTsr.adminAccounts.grant.mutate({
            params: { accountId },
            body: { package: selected, reason, expires_at: endOfDay(lastDay) },
          }),
        )
      }
      onClose={onClose}
      validate={validate}
    >
      <Field label="Package" hint={`Opens: ${opens.join(', ')}.`}>
        <Select
          value={selected}
          onChange={(event) => setSelected(PACKAGES.find((name) => name === event.target.value) ?? selected)}
          options={PACKAGES.map((name) => [name, PACKAGE_NAMES[name]])}
        />
      </Field>
      <Field label="Last day" hint="The grant ends after this day, in your time zone. Leave empty for no end." error={dayError}>
        <TextInput ref={dayInput} type="date" max="9999-12-31" value={lastDay} onChange={(event) => setLastDay(event.target.value)} />
      </Field>
    </AdminActionDialog>
  )
}

/** Returns the end of a local day; null without a day. */
function endOfDay(day: string): string | null {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return null
  start.setDate(start.getDate() + 1)
  return start.toISOString()
}
