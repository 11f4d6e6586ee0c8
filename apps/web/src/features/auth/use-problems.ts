import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

type Problems = Partial<Record<string, string | undefined>>

/** What is wrong with a form's fields. `show` puts it beside them, takes the focus to the first, and answers whether there was any. */
export function useProblems(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<Problems>({})
  const show = (found: Problems): boolean => {
    flushSync(() => setProblems(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return Object.values(found).some(Boolean)
  }
  return { problems, show }
}
