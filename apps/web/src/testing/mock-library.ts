import { contract, type LibraryItem } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { sampleContext } from './samples.ts'

const { accounts, library } = contract
const text = (words: string) => (words ? [{ plain_text: words }] : [])

type Resource = Pick<LibraryItem, 'id'> &
  Partial<Pick<LibraryItem, 'tried' | 'use_when'>> & { title: string; description?: string; tags?: string[]; premium?: boolean }

export const sampleResource = ({
  id,
  title,
  description = '',
  tags = [],
  premium = false,
  tried = null,
  use_when = null,
}: Resource): LibraryItem => ({
  id,
  properties: {
    Name: { title: text(title) },
    Description: { rich_text: text(description) },
    Tag: { multi_select: tags.map((name) => ({ name })) },
    Premium: { checkbox: premium },
    Content: { rich_text: text('Draw me a map.') },
    CodeSample: { rich_text: [] },
  },
  tried,
  use_when,
})

export const sampleResources = [
  sampleResource({ id: 'map', title: 'Map a codebase', description: 'Know where to look.', tags: ['Reading code', 'Planning'] }),
  sampleResource({
    id: 'sql',
    title: 'Question to SQL',
    description: 'Small queries that check the big one.',
    tags: ['Data'],
    premium: true,
  }),
  sampleResource({ id: 'bare', title: 'Bare', description: 'No TAG at all' }),
]

export const codeBlock = (code: string, language = 'text') =>
  `<pre class="code" data-language="${language}" tabindex="0"><code>${code}</code></pre>`

/** The hash of the texts of the sample library. */
export const TEXT_HASH = 'hash of the sample text'

/** Ada with the Studio. */
export const studioContext = () => sampleContext({ entitlements: { ...sampleContext().data.entitlements, resources: true } })

/** Mocks the API with the sample library, whose resources have all parts. */
export function mockLibrary() {
  const api = mockApi()
  const list = (results: LibraryItem[]) => api.reply(library.list, 200, { success: true, data: { results, next_cursor: null } })
  const part = (
    route: typeof library.prompt | typeof library.codeSample | typeof library.additionalInstructions,
    html: string,
    text_hash = TEXT_HASH,
  ) => api.reply(route, 200, { success: true, data: { html, text_hash } })
  const prerequisite = (html: string) => api.reply(library.prerequisite, 200, { success: true, html, data: { html } })
  const related = (ids: string[]) =>
    api.reply(library.relatedResources, 200, {
      success: true,
      data: ids.map((id) => ({ id, title: `About ${id}`, description: `More on ${id}`, categories: ['Data'] })),
    })
  api.reply(accounts.context, 200, studioContext())
  list(sampleResources)
  // By default no body has what is searched for.
  api.reply(contract.search.search, 200, { results: [] })
  api.reply(library.vote, 200, { success: true, data: { worked: null, text_hash: TEXT_HASH } })
  prerequisite('<p>The project on your machine.</p>')
  part(
    library.prompt,
    `<h3>Draw the map</h3>${codeBlock('Draw me\na map.')}<h3>Follow a journey</h3><p>In the same chat:</p>${codeBlock('Follow me.')}`,
  )
  part(library.codeSample, codeBlock('const a = 1', 'javascript'))
  part(library.additionalInstructions, '<h3>Make it yours</h3><p>Change the names.</p>')
  related(['sql', 'bare'])
  return { api, list, part, prerequisite, related }
}
