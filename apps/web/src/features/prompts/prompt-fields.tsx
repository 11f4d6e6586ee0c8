import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { FIELD_VIEWS } from './field-views.ts'
import { type PromptErrors, type PromptTexts, remainingText } from './prompt-texts.ts'

type PromptFieldsProps = {
  texts: PromptTexts
  problems: PromptErrors
  /** Set while saving: the dialog closes afterwards and would lose new input. */
  readOnly: boolean
  onChange: (texts: PromptTexts) => void
}

/** The fields of a prompt. Near its limit a field shows the remaining length; too long texts are kept and marked. */
export function PromptFields({ texts, problems, readOnly, onChange }: PromptFieldsProps) {
  const fields = promptFields.map((name) => {
    const { label, optional, multiline } = PROMPT_FIELDS[name]
    const { rows, placeholder, isCode, spellCheck } = FIELD_VIEWS[name]
    const control = {
      name,
      placeholder,
      'aria-required': !optional,
      value: texts[name],
      readOnly,
      onChange: (event: { target: { value: string } }) => onChange({ ...texts, [name]: event.target.value }),
    }
    return (
      <Field key={name} label={optional ? `${label} (optional)` : label} hint={remainingText(name, texts[name])} error={problems[name]}>
        {multiline ? (
          <TextArea rows={rows} spellCheck={spellCheck} className={cx(isCode && 'font-code text-sm')} {...control} />
        ) : (
          <TextInput autoComplete="off" {...control} />
        )}
      </Field>
    )
  })
  return (
    <>
      {fields}
      <Field label="Tags (optional)" hint="Separated by commas, for example: SQL, Review" error={problems.tags}>
        <TextInput
          name="tags"
          autoComplete="off"
          value={texts.tags}
          readOnly={readOnly}
          onChange={({ target }) => onChange({ ...texts, tags: target.value })}
        />
      </Field>
    </>
  )
}
