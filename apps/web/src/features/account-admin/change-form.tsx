import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type AdminChange, useAdminChange } from './account-changes.ts'

type ChangeFormProps = {
  title: string
  description: ReactNode
  /** The button that does it, and what it says meanwhile. */
  labels: { act: string; acting: string }
  danger?: boolean
  changeFor: (reason: string) => AdminChange
  onClose: () => void
  /** Further questions, before the one for the reason. */
  children?: ReactNode
}

/** Asks for the reason of a change, which goes into the audit log, and makes it. A refusal is said where it belongs. */
export function ChangeForm({ title, description, labels, danger = false, changeFor, onClose, children }: ChangeFormProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useAdminChange(onClose)
  const refused = error instanceof ApiError ? error.fields.reason : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (reason.trim()) mutate(changeFor(reason.trim()))
    else field.current?.focus()
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {children}
        <Field
          label="Reason"
          hint="Kept in the audit log, beside your address."
          error={isMissing ? 'Say why, so that it can be understood later.' : refused}
        >
          <TextInput ref={field} required autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {error && !refused && !needsSignIn(error) && <Alert tone="danger">{error.message}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
            {isPending ? labels.acting : labels.act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
