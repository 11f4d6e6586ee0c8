import type { LibraryItem, RelatedResource, ResourceContent } from '@academy/contract'
import type { ResourceParts } from '../content/mirror/stored-parts.ts'
import { withFileUrls } from '../content/read/file-links.ts'
import type { PublishedResource } from '../content/read/published-content.store.ts'
import { trialOf } from '../content/read/trial.ts'
import { richText } from '../courses/response-bodies.ts'

export const libraryItem = (resource: PublishedResource): LibraryItem => ({
  id: resource.id,
  properties: {
    Name: { title: richText(resource.name) },
    Description: { rich_text: richText(resource.description) },
    Tag: { multi_select: resource.tags.map((tag) => ({ name: tag })) },
    Premium: { checkbox: resource.premium },
    Content: { rich_text: richText(resource.content) },
    CodeSample: { rich_text: richText(resource.code_sample) },
  },
  tried: trialOf(resource),
  use_when: resource.use_when,
})

export const relatedResource = ({ name, tags, ...resource }: PublishedResource): RelatedResource => ({
  ...resource,
  title: name,
  categories: tags,
})

/** Returns all parts of a resource. `urlOf` returns the URL of a picture by its hash. */
export function resourceContent(parts: ResourceParts, urlOf: (hash: string) => string): ResourceContent {
  const withUrls = (part: ResourceParts['prompt']) =>
    part && {
      html: withFileUrls(part.html, urlOf),
      blocks: part.blocks.map(({ type, content }) => ({ type, content: withFileUrls(content, urlOf) })),
    }
  return {
    prerequisite: withUrls(parts.prerequisite),
    prompt: withUrls(parts.prompt),
    code_sample: withUrls(parts.code_sample),
    additional_instructions: withUrls(parts.additional_instructions),
  }
}
