import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type AdminAction, useAdminAction } from './use-admin-action.ts'

export type AdminActionDialogProps = {
  title: string
  description: ReactNode
  /** Labels of the submit button, idle and pending. */
  labels: { act: string; acting: string }
  danger?: boolean
  actionFor: (reason: string) => AdminAction
  onClose: () => void
  /** Further fields above the reason. */
  children?: ReactNode
}

/** A dialog that runs an admin action with a reason for the audit log. It shows errors inline. */
export function AdminActionDialog({ title, description, labels, danger = false, actionFor, onClose, children }: AdminActionDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useAdminAction(onClose)
  const reasonError = error instanceof ApiError ? error.fields.reason : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (reason.trim()) mutate(actionFor(reason.trim()))
    else field.current?.focus()
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {children}
        <Field
          label="Reason"
          hint="Stored in the audit log with your email."
          error={isMissing ? 'Enter a reason for the audit log.' : reasonError}
        >
          <TextInput ref={field} required autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {error && !reasonError && !needsSignIn(error) && <Alert tone="danger">{error.message}</Alert>}
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
