import { PACKAGE_NAMES, PACKAGE_UNLOCKS, PACKAGES } from '@academy/catalog'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { PackageName } from './account-changes.ts'
import { entitlementNames } from './account-text.ts'
import { ChangeForm } from './change-form.tsx'

/** Gives a package, until the end of a day or without an end. */
export function GrantDialog({ accountId, name, onClose }: { accountId: string; name: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<PackageName>(PACKAGES[0])
  const [lastDay, setLastDay] = useState('')
  const opens = PACKAGE_UNLOCKS[chosen].map((entitlement) => entitlementNames[entitlement])
  return (
    <ChangeForm
      title="Grant a package"
      description={`What ${name} is given opens at once. Nothing is charged.`}
      labels={{ act: 'Grant', acting: 'Granting...' }}
      changeFor={(reason) => ({ kind: 'grant', accountId, input: { package: chosen, reason, expires_at: endOf(lastDay) } })}
      onClose={onClose}
    >
      <Field label="Package" hint={`Opens: ${opens.join(', ')}.`}>
        <Select value={chosen} onChange={(event) => setChosen(PACKAGES.find((one) => one === event.target.value) ?? chosen)}>
          {PACKAGES.map((one) => (
            <option key={one} value={one}>
              {PACKAGE_NAMES[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Last day" hint="It ends with this day, in your time zone. Empty: it has no end.">
        <TextInput type="date" value={lastDay} onChange={(event) => setLastDay(event.target.value)} />
      </Field>
    </ChangeForm>
  )
}

/** The first moment after a day here; null for no day. */
function endOf(day: string): string | null {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return null
  start.setDate(start.getDate() + 1)
  return start.toISOString()
}
