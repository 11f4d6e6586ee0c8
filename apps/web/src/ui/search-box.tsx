import type { Ref } from 'react'
import { TextInput } from './field.tsx'
import { Search } from './icons.ts'

type SearchBoxProps = {
  ref?: Ref<HTMLInputElement>
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A search field that filters while the user types. */
export function SearchBox({ ref, label, placeholder, value, onChange, onBlur }: SearchBoxProps) {
  return (
    <div className="relative max-w-prose">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <TextInput
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className="pl-10"
      />
    </div>
  )
}
