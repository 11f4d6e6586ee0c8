import { useSearchParams } from 'react-router'
import { Field, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type Days, STEPS, type Step } from './figure-queries.ts'

/** Keeps the period and its steps in the URL. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const days: Days = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const asked = params.get('step') ?? ''
  const step = Object.hasOwn(STEPS, asked) ? (asked as Step) : 'day'
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return { days, step, change }
}

type PeriodFormProps = { days: Days; shown: Days | undefined; step: Step; change: (name: string, value: string) => void }

/** Chooses the period and the length of its steps. `shown` are the days that the API took. */
export const PeriodForm = ({ days, shown, step, change }: PeriodFormProps) => (
  <form aria-label="Period" className="grid max-w-xl grid-cols-2 gap-4 sm:grid-cols-3" onSubmit={(event) => event.preventDefault()}>
    <Field label="From">
      <TextInput type="date" value={days.from || (shown?.from ?? '')} onChange={({ target }) => change('from', target.value)} />
    </Field>
    <Field label="To">
      <TextInput type="date" value={days.to || (shown?.to ?? '')} onChange={({ target }) => change('to', target.value)} />
    </Field>
    <Field label="Steps">
      <Select value={step} onChange={({ target }) => change('step', target.value)} options={Object.entries(STEPS)} />
    </Field>
  </form>
)
