import type { CreatedToken } from '@academy/contract'
import { TOKEN_EXPIRY_DAYS, TOKEN_LIMITS, TOKEN_SCOPES, type TokenExpiryDays, type TokenScope } from '@academy/contract/token-scopes'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { PasswordNotConfirmedError } from '../../session/confirm-password.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeChoice } from '../../ui/code-choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Select } from '../../ui/select.tsx'
import { PasswordField } from './password-field.tsx'
import { needsPassword, useCreateToken } from './token-queries.ts'

const DEFAULT_DAYS: TokenExpiryDays = 90
const dayLabels: Record<TokenExpiryDays, string> = { 30: '30 days', 90: '90 days', 365: '1 year' }

const lastDay = (days: number): string => formatDate(Date.now() + days * 86_400_000, { dateStyle: 'long' })

type NewTokenDialogProps = { onClose: () => void; onCreated: (token: CreatedToken) => void }

/** The form of a new token. It asks for the password when the API requires a more recent sign-in. */
export function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
  const { session } = useSession()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [days, setDays] = useState<TokenExpiryDays>(DEFAULT_DAYS)
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState('')
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error } = useCreateToken({ onCreated })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isInvalid = showErrors({
      name: name.trim() === '' ? 'Enter a name.' : undefined,
      scopes: scopes.length === 0 ? 'Choose at least one.' : undefined,
      password: asksPassword && password === '' ? 'Enter your password.' : undefined,
    })
    if (isInvalid) return
    const input = { name, scopes: [...scopes], expires_in_days: days }
    mutate(
      { input, email: session?.user.email ?? '', password },
      {
        onError: (reason) => {
          if (needsPassword(reason)) setAsksPassword(true)
          showErrors(errorsOf(reason))
        },
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      dismissable={!isPending}
      title="New access token"
      description="Give it only what the tool needs. Your plan still decides what it can open."
    >
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Name" hint="For example the tool or computer that will use it." error={errors.name}>
          <TextInput
            name="name"
            autoComplete="off"
            required
            maxLength={TOKEN_LIMITS.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <CodeChoice
          legend="What may it do?"
          name="scopes"
          codes={TOKEN_SCOPES}
          selected={scopes}
          onChange={setScopes}
          error={errors.scopes}
        />
        <Field label="Expires in" hint={`Works until ${lastDay(days)}.`}>
          <Select
            value={days}
            onChange={(event) => setDays(TOKEN_EXPIRY_DAYS.find((expiry) => String(expiry) === event.target.value) ?? days)}
            options={TOKEN_EXPIRY_DAYS.map((expiry) => [expiry, dayLabels[expiry]])}
          />
        </Field>
        {asksPassword && <PasswordField password={password} error={errors.password} onChange={setPassword} />}
        {Object.keys(errorsOf(error)).length === 0 && !needsPassword(error) && (
          <FailureAlert error={error} failed="We couldn't create the token" />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Creating...' : 'Create token'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns the messages of a failure by field. */
function errorsOf(error: unknown) {
  if (error instanceof PasswordNotConfirmedError) return { password: error.message }
  if (!(error instanceof ApiError)) return {}
  const { name, scopes } = error.fields
  return { ...(name && { name }), ...(scopes && { scopes }) }
}
