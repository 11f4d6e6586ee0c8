import type { RelatedResource } from '@academy/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { firstCategory } from './library-entry.ts'
import { prefetchResource } from './library-queries.ts'
import { ResourceTags } from './resource-tags.tsx'

export function RelatedLink({ resource }: { resource: RelatedResource }) {
  const client = useQueryClient()
  const prefetch = () => prefetchResource(client, resource.id)
  const { id, title, description, categories } = resource
  return (
    <Link
      to={paths.resource(id)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="group -mx-3 block rounded-md px-3 py-4 hover:bg-sunken"
    >
      <span className="block font-semibold group-hover:underline">{title}</span>
      {description && <span className="mt-1 line-clamp-2 text-sm text-muted">{description}</span>}
      <span className="mt-2 block">
        <ResourceTags entry={{ category: firstCategory(categories), categories, isPremium: false }} />
      </span>
    </Link>
  )
}
