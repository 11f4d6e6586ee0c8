import { Badge } from '../../ui/badge.tsx'

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
