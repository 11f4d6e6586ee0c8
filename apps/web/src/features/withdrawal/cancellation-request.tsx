import { OFFERS } from '@academy/catalog'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ApiError } from '../../api/api-error.ts'
import { postPublic } from '../../api/post-public.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText } from '../../ui/get-field-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { validateEmail } from '../../ui/validate-email.ts'

/**
 * Renders the form that requests the link to cancel the Studio. `#cancel` in the URL focuses its heading. The message is the same with and
 * without a subscription, so that it does not reveal who has an account.
 */
export function CancellationRequest({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isLinkTarget = useLocation().hash === '#cancel'
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: string } | { error: ApiError }>()

  useEffect(() => {
    if (isLinkTarget) heading.current?.focus()
  }, [isLinkTarget])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = getFieldText(event.currentTarget, 'email').trim()
    setOutcome(undefined)
    if (showErrors({ email: validateEmail(address) })) return
    setPending(true)
    const reply = await postPublic('/api/cancellations', { email: address }, ({ message }) =>
      typeof message === 'string' ? message : undefined,
    )
    setPending(false)
    if ('body' in reply) setOutcome({ sent: reply.body })
    else if (reply.error.fields.email !== undefined) showErrors({ email: reply.error.fields.email })
    else setOutcome(reply)
  }

  return (
    <section aria-labelledby="cancel-heading">
      <h2 ref={heading} tabIndex={-1} id="cancel-heading" className="text-xl">
        Cancel {OFFERS.studio.title}
      </h2>
      <p className="mt-2 text-muted">Your subscription ends with its current month. We email you a link; open it to confirm.</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-5">
        <Field label="Email of your account" error={errors.email}>
          <TextInput type="email" name="email" autoComplete="email" maxLength={320} required defaultValue={email} data-private />
        </Field>
        <Button type="submit" variant="secondary" pending={pending}>
          {pending ? 'Sending...' : 'Send cancellation link'}
        </Button>
      </form>
      {outcome !== undefined && 'sent' in outcome && (
        <Alert tone="positive" className="mt-5" title="Check your mailbox">
          {outcome.sent}
        </Alert>
      )}
      {outcome !== undefined && 'error' in outcome && (
        <Alert tone="danger" className="mt-5" title="We couldn't send a link">
          {outcome.error.message}
        </Alert>
      )}
    </section>
  )
}
