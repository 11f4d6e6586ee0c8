import { type FormEvent, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { postPublic } from '../api/post-public.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { getFieldText, useFieldErrors, validateEmail } from '../ui/form.ts'

type EmailRequestProps = {
  /** The endpoint, which takes an address and sends a mail to it. */
  path: string
  label: string
  defaultEmail: string
  button: { text: string; variant?: 'secondary'; className?: string }
  /** The title of the message that the mail was not sent. */
  failure: string
}

/** A form that has a mail sent to an address, for visitors too. */
export function EmailRequest({ path, label, defaultEmail, button: { text, ...button }, failure }: EmailRequestProps) {
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: string } | { error: ApiError }>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = getFieldText(event.currentTarget, 'email').trim()
    setOutcome(undefined)
    if (showErrors({ email: validateEmail(email) })) return
    setPending(true)
    const reply = await postPublic(path, { email }, ({ message }) => (typeof message === 'string' ? message : undefined))
    setPending(false)
    if ('body' in reply) setOutcome({ sent: reply.body })
    else if (reply.error.fields.email !== undefined) showErrors({ email: reply.error.fields.email })
    else setOutcome(reply)
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field label={label} error={errors.email}>
          <TextInput type="email" name="email" autoComplete="email" maxLength={320} required defaultValue={defaultEmail} data-private />
        </Field>
        <Button type="submit" pending={pending} {...button}>
          {pending ? 'Sending...' : text}
        </Button>
      </form>
      {outcome !== undefined && 'sent' in outcome && (
        <Alert tone="positive" title="Check your mailbox">
          {outcome.sent}
        </Alert>
      )}
      {outcome !== undefined && 'error' in outcome && (
        <Alert tone="danger" title={failure}>
          {outcome.error.message}
        </Alert>
      )}
    </>
  )
}
