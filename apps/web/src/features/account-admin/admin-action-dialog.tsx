import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText } from '../../ui/get-field-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { accountAdminKey } from './account-queries.ts'

export type AdminActionDialogProps = {
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
