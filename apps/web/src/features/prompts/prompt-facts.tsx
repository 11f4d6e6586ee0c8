import type { UserPrompt } from '@academy/contract'
import { Badge } from '../../ui/badge.tsx'
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

/** The tags of a prompt; nothing without one. */
export const PromptTagList = ({ tags }: { tags: string[] }) =>
  tags.length > 0 && (
    <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="flex">
          <Badge className="wrap-anywhere">{tag}</Badge>
        </li>
      ))}
    </ul>
  )
