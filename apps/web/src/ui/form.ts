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

/** Returns the text of a form field; '' without the field. */
export function getFieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns why an email address is invalid; undefined for a valid one. */
export function validateEmail(email: string): string | undefined {
  if (email === '') return 'Enter your email address.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'Enter an address like name@example.com.'
  return undefined
}
