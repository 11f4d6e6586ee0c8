import type { UserPrompt } from '@academy/contract'
import { PROMPT_LIMITS, promptFields } from '@academy/contract/prompt-fields'
import { Alert } from '../../ui/alert.tsx'
import { pluralize } from '../../ui/pluralize.ts'

/** Share of a limit from which the notice appears. */
const NOTICE_THRESHOLD = 0.9

const textLength = (prompts: readonly UserPrompt[]): number =>
  prompts.reduce((sum, prompt) => promptFields.reduce((length, field) => length + (prompt[field]?.length ?? 0), sum), 0)

/** Warns when the number or total length of prompts comes near its limit. */
export function PromptQuotaNotice({ prompts }: { prompts: readonly UserPrompt[] }) {
  const remaining = PROMPT_LIMITS.prompts - prompts.length
  const text = textLength(prompts)
  const limit = PROMPT_LIMITS.prompts.toLocaleString('en')
  if (remaining <= 0) {
    return (
      <Alert tone="warning" title={`You have ${pluralize(prompts.length, 'prompt')}`}>
        My Prompts holds up to {limit}. Delete one you no longer need before you add another.
      </Alert>
    )
  }
  if (prompts.length >= PROMPT_LIMITS.prompts * NOTICE_THRESHOLD) {
    return (
      <Alert title={`Room for ${remaining.toLocaleString('en')} more`}>
        You have {pluralize(prompts.length, 'prompt')}. My Prompts holds up to {limit}.
      </Alert>
    )
  }
  if (text >= PROMPT_LIMITS.text * NOTICE_THRESHOLD) {
    const left = Math.max(0, PROMPT_LIMITS.text - text)
    return (
      <Alert title={`Room for ${pluralize(left, 'character')} more`}>
        Together, your prompts can have up to {PROMPT_LIMITS.text.toLocaleString('en')} characters.
      </Alert>
    )
  }
  return null
}
