import { PROMPT_LIMITS } from '@academy/contract/prompt-limits'
import { Alert } from '../../ui/alert.tsx'
import { counted } from '../../ui/counted.ts'
import type { OwnPrompt } from './own-prompt.ts'

/** From nine tenths on it is worth knowing. */
const WORTH_KNOWING = 0.9

const textIn = (prompts: readonly OwnPrompt[]): number =>
  prompts.reduce(
    (sum, { title, description, content, code }) => sum + title.length + description.length + content.length + (code?.length ?? 0),
    0,
  )

/** Says how much more fits before nothing does any more. */
export function RoomLeft({ prompts }: { prompts: readonly OwnPrompt[] }) {
  const left = PROMPT_LIMITS.prompts - prompts.length
  const text = textIn(prompts)
  const most = PROMPT_LIMITS.prompts.toLocaleString('en')
  if (left <= 0) {
    return (
      <Alert tone="warning" title={`You have ${counted(prompts.length, 'prompt')}`}>
        My Prompts holds at most {most}. Delete one that you no longer need before you add another.
      </Alert>
    )
  }
  if (prompts.length >= PROMPT_LIMITS.prompts * WORTH_KNOWING) {
    return (
      <Alert title={`Room for ${left.toLocaleString('en')} more`}>
        You have {counted(prompts.length, 'prompt')}. My Prompts holds at most {most}.
      </Alert>
    )
  }
  if (text >= PROMPT_LIMITS.text * WORTH_KNOWING) {
    const room = Math.max(0, PROMPT_LIMITS.text - text)
    return (
      <Alert title={`Room for ${counted(room, 'character')} more`}>
        Your prompts are long: together they may have {PROMPT_LIMITS.text.toLocaleString('en')} characters.
      </Alert>
    )
  }
  return null
}
