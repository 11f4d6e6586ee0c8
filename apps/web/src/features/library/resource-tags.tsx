import { Badge } from '../../ui/badge.tsx'
import type { LibraryEntry } from './library-entry.ts'

export function ResourceTags({ entry }: { entry: Pick<LibraryEntry, 'category' | 'categories' | 'isPremium'> }) {
  const { category, categories, isPremium } = entry
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {(categories.length > 0 ? categories : [category]).map((name) => (
        <li key={name} className="flex">
          <Badge>{name}</Badge>
        </li>
      ))}
      {isPremium && (
        <li className="flex">
          <Badge tone="accent">Premium</Badge>
        </li>
      )}
    </ul>
  )
}
