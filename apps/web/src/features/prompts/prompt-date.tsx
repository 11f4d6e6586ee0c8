import { cx } from '../../ui/class-names.ts'
import type { SavedPrompt } from './saved-prompt.ts'

const asDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Shows when a prompt was created; nothing without a valid date. */
export function PromptDate({ prompt: { createdAt }, className }: { prompt: SavedPrompt; className?: string }) {
  const date = new Date(createdAt)
  if (Number.isNaN(date.getTime())) return null
  return (
    <p className={cx('text-xs text-muted', className)}>
      Created <time dateTime={createdAt}>{asDate.format(date)}</time>
    </p>
  )
}
