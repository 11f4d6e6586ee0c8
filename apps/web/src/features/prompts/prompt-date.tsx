import type { UserPrompt } from '@academy/contract'
import { cx } from '../../ui/class-names.ts'

const asDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Shows when a prompt was created; nothing without a valid date. */
export function PromptDate({ prompt: { created_at }, className }: { prompt: UserPrompt; className?: string }) {
  const date = new Date(created_at)
  if (Number.isNaN(date.getTime())) return null
  return (
    <p className={cx('text-xs text-muted', className)}>
      Created <time dateTime={created_at}>{asDate.format(date)}</time>
    </p>
  )
}
