import { OFFERS } from '@academy/catalog'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

type Errors = { name?: string; job?: string }

/** Congratulates after a bundle purchase. Both fields are required, and neither is sent (PRICE-25, PRICE-26, D-99). */
export function BundleCongratulation({ name: knownName, onClose }: { name: string; onClose: () => void }) {
  const [name, setName] = useState(knownName)
  const [job, setJob] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing: Errors = {
      ...(!name.trim() && { name: 'Full name is required.' }),
      ...(!job.trim() && { job: 'Job title is required.' }),
    }
    setErrors(missing)
    const [first] = Object.keys(missing)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else onClose()
  }

  const months = OFFERS.bundle.freeStudioMonths
  return (
    <Dialog
      open
      onClose={onClose}
      title="Congratulations on your bundle"
      description={`The Master Course is yours to keep, and the Studio is free for ${months} months. We're confirming your payment; this usually takes seconds.`}
    >
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Full Name" error={errors.name}>
          <TextInput name="name" autoComplete="name" required value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Job Title" error={errors.job}>
          <TextInput name="job" autoComplete="organization-title" required value={job} onChange={(event) => setJob(event.target.value)} />
        </Field>
        <Button type="submit" size="lg" className="mt-1">
          Continue
        </Button>
      </form>
    </Dialog>
  )
}
