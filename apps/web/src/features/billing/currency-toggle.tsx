import { CURRENCIES, type Currency, currencySymbol } from '@academy/catalog'
import { useId } from 'react'
import { cx } from '../../ui/class-names.ts'

/** `name`: of the radio buttons, if a script looks for them. */
type CurrencyToggleProps = { name?: string; value: Currency; onChange: (currency: Currency) => void }

/** The choice of the currency. Shows what is checked by CSS alone, so that it works without React. */
export function CurrencyToggle({ name, value, onChange }: CurrencyToggleProps) {
  const ownName = useId()
  return (
    <fieldset className="flex rounded-md border border-rule-strong bg-surface p-0.5">
      <legend className="sr-only">Currency</legend>
      {CURRENCIES.map((currency) => (
        <label
          key={currency}
          className={cx(
            'relative flex h-9 cursor-pointer items-center gap-1 rounded-sm px-3 text-sm font-semibold text-muted transition-colors',
            'hover:text-ink has-checked:bg-ink has-checked:text-paper',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={name ?? ownName}
            value={currency}
            checked={currency === value}
            onChange={() => onChange(currency)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true">{currencySymbol(currency)}</span>
          {currency.toUpperCase()}
        </label>
      ))}
    </fieldset>
  )
}
