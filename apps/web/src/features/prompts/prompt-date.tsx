import type { UserPrompt } from '@academy/contract'
import { cx } from '../../ui/class-names.ts'
import { formatDate } from '../../ui/format-date.ts'

/** Shows when a prompt was created; nothing without a valid date. */
export function PromptDate({ prompt: { created_at }, className }: { prompt: UserPrompt; className?: string }) {
  if (Number.isNaN(Date.parse(created_at))) return null
  return (
    <p className={cx('text-xs text-muted', className)}>
      Created <time dateTime={created_at}>{formatDate(created_at)}</time>
    </p>
  )
}
