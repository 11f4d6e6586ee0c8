import { isOfferName, OFFER_NAMES, OFFERS } from '@academy/catalog'
import { type FormEvent, useLayoutEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors, validateEmail } from '../../ui/form.ts'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { Statement } from './statement.ts'

/** The input of the form; `offer` is '' until the user chooses a contract. */
export type StatementDraft = Omit<Statement, 'id' | 'offer'> & { offer: Statement['offer'] | '' }

type StatementFormProps = {
  draft: StatementDraft
  /** The API's error messages by field. */
  fieldErrors: Record<string, string>
  onReview: (statement: Omit<Statement, 'id'>) => void
}

/** Renders the first step of a withdrawal: the form with the user's name, email address and contract. */
export function StatementForm({ draft, fieldErrors, onReview }: StatementFormProps) {
  const { form, errors, showErrors } = useFieldErrors()

  // In a microtask, because `showErrors` calls flushSync, which React does not allow inside an effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the errors of the API once, when the form comes back.
  useLayoutEffect(() => {
    if (Object.keys(fieldErrors).length > 0) queueMicrotask(() => showErrors(fieldErrors))
  }, [fieldErrors])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = (name: string) => getFieldText(event.currentTarget, name).trim()
    const [name, email, offer] = [text('name'), text('email'), text('offer')]
    const contractError = isOfferName(offer) ? undefined : 'Choose the contract that you withdraw from.'
    if (showErrors({ name: name === '' ? 'Enter your name.' : undefined, email: validateEmail(email), offer: contractError })) return
    if (isOfferName(offer)) onReview({ name, email, offer, order_number: text('order_number'), remark: text('remark') })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-7 flex flex-col gap-5">
      <Field label="Your name" error={errors.name}>
        <TextInput name="name" autoComplete="name" maxLength={200} required defaultValue={draft.name} data-private />
      </Field>
      <Field label="Email of your account" hint="The confirmation goes to this address." error={errors.email}>
        <TextInput type="email" name="email" autoComplete="email" maxLength={320} required defaultValue={draft.email} data-private />
      </Field>
      <Field label="Contract" error={errors.offer}>
        <Select
          name="offer"
          required
          defaultValue={draft.offer}
          options={[['', 'Choose a contract'], ...OFFER_NAMES.map((offer) => [offer, OFFERS[offer].title] as const)]}
        />
      </Field>
      <Field label="Order or receipt number (optional)" error={errors.order_number}>
        <TextInput name="order_number" autoComplete="off" maxLength={200} defaultValue={draft.order_number} data-private />
      </Field>
      <Field label="Remark (optional)" error={errors.remark}>
        <TextArea name="remark" rows={3} maxLength={2000} defaultValue={draft.remark} data-private />
      </Field>
      <Button type="submit" className="mt-1">
        Continue
      </Button>
    </form>
  )
}
