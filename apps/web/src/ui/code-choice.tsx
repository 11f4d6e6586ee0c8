import { useId } from 'react'
import { FieldError } from './field.tsx'

type CodeChoiceProps<Code extends string> = {
  legend: string
  /** The name of the checkboxes. */
  name: string
  /** What each code means, in the order of the list. */
  codes: Readonly<Record<Code, string>>
  selected: readonly Code[]
  onChange: (selected: readonly Code[]) => void
  error: string | undefined
}

/** Checkboxes for words that programs read, each with what it means. */
export function CodeChoice<Code extends string>({ legend, name, codes, selected, onChange, error }: CodeChoiceProps<Code>) {
  const id = useId()
  const all = Object.keys(codes) as Code[]
  const toggle = (code: Code, isOn: boolean) => onChange(all.filter((known) => (known === code ? isOn : selected.includes(known))))
  return (
    <fieldset aria-describedby={error && `${id}error`}>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-1.5 flex flex-col">
        {all.map((code) => (
          <label key={code} className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="checkbox"
              name={name}
              checked={selected.includes(code)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => toggle(code, target.checked)}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span>
              <code translate="no" className="font-code text-sm font-semibold">
                {code}
              </code>
              <span className="block text-sm text-muted">{codes[code]}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={`${id}error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
