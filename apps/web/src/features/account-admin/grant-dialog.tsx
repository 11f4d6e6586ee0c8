import { PACKAGE_NAMES, PACKAGE_UNLOCKS, PACKAGES, type Package } from '@academy/catalog'
import { useRef, useState } from 'react'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { entitlementLabels } from './account-text.ts'
import { AdminActionDialog } from './admin-action-dialog.tsx'

/** Grants a package, with or without a last day. */
export function GrantDialog({ accountId, name, onClose }: { accountId: string; name: string; onClose: () => void }) {
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
        <Select value={selected} onChange={(event) => setSelected(PACKAGES.find((name) => name === event.target.value) ?? selected)}>
          {PACKAGES.map((name) => (
            <option key={name} value={name}>
              {PACKAGE_NAMES[name]}
            </option>
          ))}
        </Select>
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
