import { cx } from '../../ui/class-names.ts'
import type { OwnPrompt } from './own-prompt.ts'

const asDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The day on which a prompt was created; nothing where no server told it. */
export function PromptDate({ prompt: { createdAt }, className }: { prompt: OwnPrompt; className?: string }) {
  const date = new Date(createdAt)
  if (Number.isNaN(date.getTime())) return null
  return (
    <p className={cx('text-xs text-muted', className)}>
      Created <time dateTime={createdAt}>{asDate.format(date)}</time>
    </p>
  )
}
