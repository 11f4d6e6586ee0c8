import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type FieldErrors = Partial<Record<string, string | undefined>>

/** Holds the errors of a form, which takes `form` as its ref. `showErrors` shows them, focuses the first invalid field and returns whether there are any. */
export function useFieldErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const showErrors = (found: FieldErrors): boolean => {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return Object.values(found).some(Boolean)
  }
  return { form, errors, showErrors }
}
