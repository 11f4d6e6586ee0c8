import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { FIELD_LABELS, type PromptField, type PromptProblems, type PromptTexts, roomIn } from './prompt-texts.ts'

type PromptFieldsProps = {
  texts: PromptTexts
  problems: PromptProblems
  /** What is typed while the texts are on their way would be lost with the dialog. */
  readOnly: boolean
  onChange: (texts: PromptTexts) => void
}

/** The four fields of a prompt. Each says how much more it takes before it is full; what is too long stays until it is cut. */
export function PromptFields({ texts, problems, readOnly, onChange }: PromptFieldsProps) {
  const field = (name: PromptField) => ({
    label: name === 'code' ? `${FIELD_LABELS.code} (optional)` : FIELD_LABELS[name],
    hint: roomIn(name, texts[name]),
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
        <TextInput autoComplete="off" placeholder="What you will look for" {...control('title')} />
      </Field>
      <Field {...field('description')}>
        <TextArea rows={2} placeholder="When to use it, and what comes out" {...control('description')} />
      </Field>
      <Field {...field('content')}>
        <TextArea rows={8} className="font-code text-sm" placeholder="The prompt, word for word" {...control('content')} />
      </Field>
      <Field {...field('code')}>
        <TextArea rows={4} className="font-code text-sm" spellCheck={false} {...control('code')} />
      </Field>
    </>
  )
}
