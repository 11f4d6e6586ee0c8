import type { Package } from '@academy/catalog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { adminTsr } from '../../api/admin-client.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal.ts'
import { toast } from '../../ui/toast.ts'
import { accountAdminKey } from './account-queries.ts'

type AdminActionButtonProps = Omit<AdminActionDialogProps, 'onClose'> & {
  /** What the button acts on. Screen readers announce it, because a list has many buttons with the same label. */
  target?: string
}

/** A button that opens the dialog of an admin action, in which the admin enters the reason. Its submit button has the same label. */
export function AdminActionButton({ target, ...dialog }: AdminActionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* The action may remove the button after the closed dialog has given it the focus. */}
      <Button ref={moveFocusOnRemoval} size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {dialog.label}
        {target && <span className="sr-only"> {target}</span>}
      </Button>
      {isOpen && <AdminActionDialog onClose={() => setOpen(false)} {...dialog} />}
    </>
  )
}

type RevokeButtonProps = { accountId: string; revoked: Package; name: string; description: string }

/** Revokes a package that was granted, or that a purchase without a payment opened. */
export const RevokeButton = ({ accountId, revoked, name, description }: RevokeButtonProps) => (
  <AdminActionButton
    label="Revoke"
    target={name}
    title={`Revoke ${name}`}
    description={description}
    pendingLabel="Revoking..."
    danger
    send={(reason) => unwrapResponse(adminTsr.adminAccounts.revoke.mutate({ params: { accountId }, body: { package: revoked, reason } }))}
  />
)

type AdminActionDialogProps = {
  title: string
  description: ReactNode
  /** Labels of the submit button, idle and pending. */
  label: string
  pendingLabel: string
  danger?: boolean
  /** Runs the action with its reason for the audit log. The returned message is shown in a toast. */
  send: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  /** Further fields above the reason. */
  children?: ReactNode
  /** Validates the further fields, and shows their errors. */
  validate?: () => boolean
}

/** A dialog that runs an admin action with a reason for the audit log, and refetches the shown data. It shows errors inline. */
export function AdminActionDialog({
  title,
  description,
  label,
  pendingLabel,
  danger = false,
  send,
  onClose,
  children,
  validate = () => true,
}: AdminActionDialogProps) {
  const client = useQueryClient()
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: accountAdminKey })
      toast.success({ title: message })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = getFieldText(event.currentTarget, 'reason').trim()
    const isValid = validate()
    if (showErrors({ reason: reason ? undefined : 'Enter a reason for the audit log.' }) || !isValid) return
    mutate(reason, { onError: (failure) => failure instanceof ApiError && showErrors({ reason: failure.fields.reason }) })
  }
  return (
    <Dialog onClose={onClose} dismissable={!isPending} title={title} description={description}>
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {children}
        <Field label="Reason" hint="Stored in the audit log with your email." error={errors.reason}>
          <TextInput name="reason" required autoComplete="off" />
        </Field>
        {error && !errors.reason && !needsSignIn(error) && <Alert tone="danger">{error.message}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
            {isPending ? pendingLabel : label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
