import { type FieldValues, fillTemplate, missingFields, parseTemplate, templateFields } from '@academy/contract/prompt-template'
import { type ReactNode, type RefObject, useDeferredValue, useId, useRef } from 'react'
import { buttonClasses } from './button-classes.ts'
import { CopyBlock } from './copy-block.tsx'
import { Field } from './field.tsx'
import { showPart } from './fill-in-marks.ts'
import { clearFieldValues, setFieldValue, useFieldValues } from './fill-in-values.ts'
import { Copy, EllipsisVertical, X } from './icons.ts'
import { Menu, MenuItem } from './menu.tsx'
import { pluralize } from './pluralize.ts'
import { GrowingTextArea } from './text-area.tsx'
import { toast } from './toast.ts'

const VALUE_MAX_LENGTH = 10_000

type FillInBlockProps = {
  title: string
  /** The prompt as plain text, with its fields. */
  prompt: string
  copyLabel: string
  /** Returns the text to copy for a prompt, for example with a code sample. By default the prompt alone. */
  toCopy?: (prompt: string) => string
  onCopied?: (() => void) | undefined
  /** Controls beside the copy button. */
  actions?: ReactNode
  /** Renders the prompt with these values. */
  children: (values: FieldValues) => ReactNode
}

const promptAlone = (prompt: string): string => prompt

/** A prompt with a copy button. Its fields, if it has any, are inputs above it, whose values are copied with it. */
export function FillInBlock({ title, prompt, copyLabel, toCopy = promptAlone, onCopied, actions, children }: FillInBlockProps) {
  const values = useFieldValues()
  // A long prompt takes longer to render than a key press.
  const shown = useDeferredValue(values)
  const first = useRef<HTMLTextAreaElement>(null)
  const fields = templateFields(prompt)
  const filled = () => toCopy(fillTemplate(prompt, values))
  if (fields.length === 0) {
    return (
      <CopyBlock title={title} copy={{ label: copyLabel, text: filled, onCopied }} actions={actions}>
        {children({})}
      </CopyBlock>
    )
  }
  const clear = () => {
    clearFieldValues(fields)
    // The menu is closed, and what is to be filled again is here.
    first.current?.focus()
  }
  return (
    <CopyBlock
      title={title}
      copy={{ label: copyLabel, text: filled, onCopied }}
      actions={
        <>
          {actions}
          <Menu
            label={`More actions: ${title}`}
            trigger={<EllipsisVertical aria-hidden="true" />}
            triggerLabel={`More actions: ${title}`}
            triggerClassName={buttonClasses('ghost', 'icon')}
          >
            <MenuItem onSelect={() => void copyText(toCopy(prompt))}>
              <Copy aria-hidden="true" />
              Copy without the values
            </MenuItem>
            <MenuItem onSelect={clear}>
              <X aria-hidden="true" />
              Clear the values
            </MenuItem>
          </Menu>
        </>
      }
      above={<FieldInputs fields={fields} values={values} missing={missingFields(prompt, values).length} first={first} />}
    >
      {children(shown)}
    </CopyBlock>
  )
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success({ title: 'Copied!' })
  } catch {
    toast.error({ title: 'Copy failed', description: 'Could not copy the content to clipboard' })
  }
}

type FieldInputsProps = { fields: string[]; values: FieldValues; missing: number; first: RefObject<HTMLTextAreaElement | null> }

function FieldInputs({ fields, values, missing, first }: FieldInputsProps) {
  const hintId = useId()
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
      <p id={hintId} className="mt-3 text-sm text-muted tabular-nums">
        {missing === 0 ? 'All fields are filled.' : `${missing} of ${pluralize(fields.length, 'field')} empty.`} This browser remembers your
        values.
      </p>
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
