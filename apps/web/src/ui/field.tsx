import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { cx } from './class-names.ts'
import { CircleAlert } from './icons.ts'

type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
const FieldContext = createContext<FieldControl | undefined>(undefined)

type FieldProps = { label: ReactNode; hint?: ReactNode; error?: ReactNode; children: ReactNode }

/** Connects a control (TextInput, PasswordInput, Select ...) with its label, hint and error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <FieldContext value={{ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined }}>
        {children}
      </FieldContext>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** Says what is wrong with a control, which names this text by its `id`. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
    <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </p>
)

/** Returns the id and ARIA attributes from the surrounding Field; {} outside a Field. */
export const useFieldControl = (): Partial<FieldControl> => use(FieldContext) ?? {}

/** Classes that all text controls share; they set no height. */
export const controlBaseClasses = cx(
  'w-full rounded-md border border-rule-strong bg-surface px-3 text-base text-ink transition-colors hover:border-ink',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-rule disabled:bg-sunken disabled:text-muted',
)
export const controlClasses = cx('h-11', controlBaseClasses)

/** One line of text. Inside a Field it takes its label and description from the Field. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} dir="auto" className={cx(controlClasses, className)} {...useFieldControl()} {...rest} />
}
