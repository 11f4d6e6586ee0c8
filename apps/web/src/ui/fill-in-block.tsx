import { type FieldValues, fillTemplate, missingFields, parseTemplate, templateFields } from '@academy/contract/prompt-template'
import { type ReactNode, useDeferredValue, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { CopyBlock } from './copy-block.tsx'
import { CopyButton } from './copy-button.tsx'
import { Field } from './field.tsx'
import { showPart } from './fill-in-marks.ts'
import { clearFieldValues, setFieldValue, useFieldValues } from './fill-in-values.ts'
import { GrowingTextArea } from './growing-text-area.tsx'
import { pluralize } from './pluralize.ts'

const VALUE_MAX_LENGTH = 10_000

type FillInBlockProps = {
  title: string
  /** The prompt as plain text, with its fields. */
  prompt: string
  copyLabel: string
  /** Returns the text to copy for a prompt, for example with a code sample. By default the prompt alone. */
  toCopy?: (prompt: string) => string
  /** Controls beside the copy button. */
  actions?: ReactNode
  /** Renders the prompt with these values. */
  children: (values: FieldValues) => ReactNode
}

const promptAlone = (prompt: string): string => prompt

/** A prompt with a copy button. Its fields, if it has any, are inputs above it. */
export function FillInBlock({ title, prompt, copyLabel, toCopy = promptAlone, actions, children }: FillInBlockProps) {
  const values = useFieldValues()
  // A long prompt takes longer to render than a key press.
  const shown = useDeferredValue(values)
  const body = useRef<HTMLDivElement>(null)
  const fields = templateFields(prompt)
  const filled = () => toCopy(fillTemplate(prompt, values))
  if (fields.length === 0) {
    return (
      <CopyBlock title={title} copy={{ label: copyLabel, text: filled }} actions={actions}>
        {children({})}
      </CopyBlock>
    )
  }
  return (
    <CopyBlock
      title={title}
      copy={{ label: 'Copy filled', text: filled }}
      actions={actions}
      above={
        <FieldInputs fields={fields} values={values} missing={missingFields(prompt, values).length}>
          <CopyButton text={() => toCopy(prompt)} source={() => body.current} subject="the content" className="min-w-27">
            {copyLabel}
            <span className="sr-only">: {title}</span>
          </CopyButton>
        </FieldInputs>
      }
    >
      <div ref={body}>{children(shown)}</div>
    </CopyBlock>
  )
}

type FieldInputsProps = { fields: string[]; values: FieldValues; missing: number; children: ReactNode }

function FieldInputs({ fields, values, missing, children }: FieldInputsProps) {
  const first = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const clear = () => {
    clearFieldValues(fields)
    // The button is disabled now and would lose the focus.
    first.current?.focus()
  }
  return (
    <fieldset aria-describedby={hintId} className="min-w-0 border-b border-rule bg-surface px-4 pt-4 pb-4 sm:px-6">
      <legend className="sr-only">Fields of this prompt</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields.map((field, index) => (
          <Field key={field} label={field}>
            <GrowingTextArea
              {...(index === 0 && { ref: first })}
              rows={1}
              maxLength={VALUE_MAX_LENGTH}
              value={values[field] ?? ''}
              onChange={({ target }) => setFieldValue(field, target.value)}
              className="max-h-48 resize-none"
            />
          </Field>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p id={hintId} className="min-w-40 flex-1 text-sm text-muted">
          {missing === 0 ? 'All fields are filled.' : `${pluralize(missing, 'field')} of ${fields.length} without a value.`} This browser
          remembers your values.
        </p>
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" disabled={missing === fields.length} onClick={clear}>
            Clear
          </Button>
          {children}
        </div>
      </div>
    </fieldset>
  )
}

/** Shows a prompt with its fields filled and marked, as plain text. */
export const FilledTextBlock = ({ text, values }: { text: string; values: FieldValues }) => (
  <div dir="auto" className="prose prompt-text whitespace-pre-wrap">
    {parseTemplate(text).map((part, index) => {
      const { text: shown, mark } = showPart(part, values)
      // The parts have no identity but their place.
      return mark ? (
        <mark key={index} className={mark}>
          {shown}
        </mark>
      ) : (
        shown
      )
    })}
  </div>
)
