import type { CourseSummary } from '@academy/contract'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { postPublic } from '../../api/post-public.ts'
import { useSession } from '../../session/session.ts'
import { storedEmail } from '../../session/stored-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDay } from '../../ui/format-date.ts'
import { getFieldText } from '../../ui/get-field-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { validateEmail } from '../../ui/validate-email.ts'

type Course = Pick<CourseSummary, 'id' | 'name' | 'opens_on'> & { studio_opens_on?: string | null }

function openingText({ name, opens_on, studio_opens_on }: Pick<CourseSummary, 'name' | 'opens_on' | 'studio_opens_on'>): string {
  const opens = `${name} opens ${opens_on === null ? 'soon' : `on ${formatDay(opens_on)}`}`
  if (studio_opens_on === null) return `${opens}.`
  if (studio_opens_on <= new Date().toISOString().slice(0, 10)) return `${opens}. Subscribers of the Studio can buy it now.`
  return `${opens}, and for subscribers of the Studio on ${formatDay(studio_opens_on)}.`
}

/** Says when a course opens, and lets visitors and learners wait for it. The server decides by the same days. */
export function WaitingList({ course: { id, name, opens_on, studio_opens_on = null } }: { course: Course }) {
  const { session } = useSession()
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: string } | { error: ApiError }>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = getFieldText(event.currentTarget, 'email').trim()
    setOutcome(undefined)
    if (showErrors({ email: validateEmail(email) })) return
    setPending(true)
    const reply = await postPublic(`/api/public/courses/${encodeURIComponent(id)}/waiting-list`, { email }, ({ message }) =>
      typeof message === 'string' ? message : undefined,
    )
    setPending(false)
    if ('body' in reply) setOutcome({ sent: reply.body })
    else if (reply.error.fields.email !== undefined) showErrors({ email: reply.error.fields.email })
    else setOutcome(reply)
  }

  return (
    <section aria-label="Waiting list" className="flex max-w-prose flex-col gap-5">
      <p>{`${openingText({ name, opens_on, studio_opens_on })} We can write to you once when it opens, and then delete your address.`}</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex max-w-narrow flex-col gap-4">
        <Field label="Email" error={errors.email}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            maxLength={320}
            required
            defaultValue={session?.user.email ?? storedEmail()}
            data-private
          />
        </Field>
        <Button type="submit" pending={pending} className="self-start">
          {pending ? 'Sending...' : 'Tell me when it opens'}
        </Button>
      </form>
      {outcome !== undefined && 'sent' in outcome && (
        <Alert tone="positive" title="Check your mailbox">
          {outcome.sent}
        </Alert>
      )}
      {outcome !== undefined && 'error' in outcome && (
        <Alert tone="danger" title="You are not on the list">
          {outcome.error.message}
        </Alert>
      )}
    </section>
  )
}
