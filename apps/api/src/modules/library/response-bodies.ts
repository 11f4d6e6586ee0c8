import type { LibraryItem, RelatedResource, ResourceContent } from '@academy/contract'
import { withFileAddresses } from '../content/files/file-addresses.ts'
import type { PublishedResource } from '../content/published-content.store.ts'
import type { ResourcePart, ResourceParts } from '../content/resource-parts.ts'

/** Notion's rich text with only the field that clients read; empty for an empty text. */
const richText = (text: string) => (text ? [{ plain_text: text }] : [])

export const libraryItem = ({
  id,
  name,
  description,
  tags,
  premium,
  content,
  code_sample,
  tried_with,
  tried_on,
}: PublishedResource): LibraryItem => ({
  id,
  properties: {
    Name: { title: richText(name) },
    Description: { rich_text: richText(description) },
    Tag: { multi_select: tags.map((tag) => ({ name: tag })) },
    Premium: { checkbox: premium },
    Content: { rich_text: richText(content) },
    CodeSample: { rich_text: richText(code_sample) },
  },
  tried: tried_with === null || tried_on === null ? null : { with: tried_with, on: tried_on },
})

/** Returns related resources as a property (LIB-19), from the same rows as the endpoint (D-54). */
export const enhancedData = (related: PublishedResource[]) =>
  related.map(({ id, name, description, tags }) => ({ id, name, description, tags }))

export const relatedResource = ({ id, name, description, tags }: PublishedResource): RelatedResource => ({
  id,
  title: name,
  description,
  categories: tags,
})

/** Returns all parts of a resource. `address` returns the URL of a picture by its hash. */
export function resourceContent(parts: ResourceParts, address: (hash: string) => string): ResourceContent {
  const withAddresses = (part: ResourcePart | null) =>
    part && {
      html: withFileAddresses(part.html, address),
      blocks: part.blocks.map(({ type, content }) => ({ type, content: withFileAddresses(content, address) })),
    }
  return {
    prerequisite: withAddresses(parts.prerequisite),
    prompt: withAddresses(parts.prompt),
    code_sample: withAddresses(parts.code_sample),
    additional_instructions: withAddresses(parts.additional_instructions),
  }
}
