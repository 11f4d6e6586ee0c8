import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { FIELD_LABELS, type PromptErrors, type PromptField, type PromptTexts, remainingText } from './prompt-texts.ts'

type PromptFieldsProps = {
  texts: PromptTexts
  problems: PromptErrors
  /** Set while saving: the dialog closes afterwards and would lose new input. */
  readOnly: boolean
  onChange: (texts: PromptTexts) => void
}

/** The four fields of a prompt. Near its limit a field shows the remaining length; too long texts are kept and marked. */
export function PromptFields({ texts, problems, readOnly, onChange }: PromptFieldsProps) {
  const field = (name: PromptField) => ({
    label: name === 'code' ? `${FIELD_LABELS.code} (optional)` : FIELD_LABELS[name],
    hint: remainingText(name, texts[name]),
    error: problems[name],
  })
  const control = (name: PromptField) => ({
    name,
    'aria-required': name !== 'code',
    value: texts[name],
    readOnly,
    onChange: (event: { target: { value: string } }) => onChange({ ...texts, [name]: event.target.value }),
  })
  return (
    <>
      <Field {...field('title')}>
        <TextInput autoComplete="off" placeholder="e.g. Weekly release note" {...control('title')} />
      </Field>
      <Field {...field('description')}>
        <TextArea rows={2} placeholder="When to use it and what you get" {...control('description')} />
      </Field>
      <Field {...field('content')}>
        <TextArea rows={8} className="font-code text-sm" placeholder="Paste your prompt" {...control('content')} />
      </Field>
      <Field {...field('code')}>
        <TextArea rows={4} className="font-code text-sm" spellCheck={false} {...control('code')} />
      </Field>
    </>
  )
}
