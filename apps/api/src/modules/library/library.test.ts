import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../testing/contract-endpoints.ts'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../testing/mirrored-academy.ts'
import { codeOf, headingOf, paragraphOf } from '../../testing/notion-workspace.ts'

let academy: MirroredAcademy

const SECRET = 'You review for {{audience}}, and for {{product name}} and {{ audience }}. \\{{this}} is no field.'

beforeAll(async () => {
  academy = await startMirroredAcademy()
  const { workspace } = academy
  const brief = await workspace.addResource({
    name: 'Write a brief',
    slug: 'write-a-brief',
    tags: ['Planning', 'Prompts'],
    useWhen: 'a product\nhas a name',
    order: 2,
  })
  await workspace.addResource({
    name: 'Review a change',
    slug: 'review-a-change',
    description: 'Before you accept it',
    tags: ['Quality', 'Prompts'],
    premium: true,
    content: 'A short text',
    codeSample: 'const a = 1',
    related: [brief],
    useWhen: ' a change is ready to be merged. ',
    order: 1,
    blocks: [
      headingOf('Prerequisite'),
      paragraphOf('A repository'),
      headingOf('Prompt'),
      codeOf(SECRET),
      { bulleted_list_item: { rich_text: [{ text: { content: 'one' } }] } },
      { bulleted_list_item: { rich_text: [{ text: { content: 'two' } }] } },
      headingOf('Code sample'),
      codeOf('const a = 1', 'javascript'),
      headingOf('Additional instructions'),
      paragraphOf('Read it twice'),
    ],
  })
  await workspace.addResource({
    name: 'Test a rule',
    slug: 'test-a-rule',
    tags: ['Quality'],
    triedWith: ' Claude  Code ',
    triedOn: '2026-11-02',
    useWhen: 'Use when a rule is new',
  })
  await workspace.addResource({
    name: 'Untagged',
    slug: 'untagged',
    triedWith: 'Cursor',
    useWhen: 'when a text is rude',
    blocks: [headingOf('Prompt'), paragraphOf('Be kind')],
  })
  await workspace.addResource({ name: 'Prompt well', slug: 'prompt-well', tags: ['Prompts'], useWhen: 'a'.repeat(201) })
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 5, refused: 0 })
})
afterAll(() => academy.workspace.stop())

const get = (path: string, headers: Record<string, string> = {}) => academy.get(`/api/library${path}`, ADMIN, headers)
const data = async (path: string) => (await get(path)).json().data

describe('the list', () => {
  test('LIB-09 LIB-10 LIB-11 LIB-13 API-12 every resource in the authors’ order, with the properties of a Notion page', async () => {
    const response = await get('')
    expect(response.statusCode).toBe(200)
    const { success, data } = response.json()
    expect(success).toBe(true)
    expect(data.next_cursor).toBeNull()
    expect(data.results.map(({ id }: { id: string }) => id)).toEqual([
      'review-a-change',
      'write-a-brief',
      'prompt-well',
      'test-a-rule',
      'untagged',
    ])
    expect(data.results[0]).toEqual({
      id: 'review-a-change',
      properties: {
        Name: { title: [{ plain_text: 'Review a change' }] },
        Description: { rich_text: [{ plain_text: 'Before you accept it' }] },
        Tag: { multi_select: [{ name: 'Quality' }, { name: 'Prompts' }] },
        Premium: { checkbox: true },
        Content: { rich_text: [{ plain_text: 'A short text' }] },
        CodeSample: { rich_text: [{ plain_text: 'const a = 1' }] },
      },
      tried: null,
      use_when: 'a change is ready to be merged',
    })
  })

  test('PROMPT-57 says with which tool and when an author tried a resource, if both are known', async () => {
    const { results } = await data('')
    const tried = Object.fromEntries(results.map(({ id, tried }: { id: string; tried: unknown }) => [id, tried]))
    expect(tried).toMatchObject({
      'test-a-rule': { with: 'Claude Code', on: '2026-11-02', result: null },
      untagged: null,
      'write-a-brief': null,
    })
    const { warnings } = (await academy.get('/api/admin/content', ADMIN)).json().data
    expect(warnings).toContainEqual(
      expect.objectContaining({
        title: 'Untagged',
        warning: '“Tried with” names a tool, but “Tried on” does not say when. Readers see neither.',
      }),
    )
  })

  test('PROMPT-66 says when to use a resource in one line that begins with the situation, and warns authors of any other text', async () => {
    const { results } = await data('')
    const situations = Object.fromEntries(results.map(({ id, use_when }: { id: string; use_when: unknown }) => [id, use_when]))
    expect(situations).toEqual({
      'review-a-change': 'a change is ready to be merged',
      'write-a-brief': null,
      'prompt-well': null,
      'test-a-rule': null,
      untagged: null,
    })
    const { warnings } = (await academy.get('/api/admin/content', ADMIN)).json().data
    const invalid = warnings.filter(({ warning }: { warning: string }) => warning.includes('“Use when”'))
    expect(new Set(invalid.map(({ title }: { title: string }) => title))).toEqual(
      new Set(['Write a brief', 'Prompt well', 'Test a rule', 'Untagged']),
    )
    expect(invalid[0].warning).toContain('one line of at most 200 characters')
  })

  test('LIB-12 a resource without tags has no category; the client names one', async () => {
    const { results } = await data('')
    expect(results.at(-1).properties).toMatchObject({
      Tag: { multi_select: [] },
      Description: { rich_text: [] },
      Premium: { checkbox: false },
    })
  })

  test('LIB-09 pages by cursor list every resource once', async () => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { results: { id: string }[]; next_cursor: string | null } = await data(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.results.length).toBeLessThanOrEqual(2)
      ids.push(...page.results.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor)
    expect(ids).toEqual((await data('')).results.map(({ id }: { id: string }) => id))
    expect((await data('?cursor=write-a-brief')).results).toHaveLength(3)
    expect(await data('?limit=500&cursor=untagged')).toEqual({ results: [], next_cursor: null })
  })

  test('MCP-02 the prompts of the library come with the names of their fields, in the authors’ order', async () => {
    const prompts = await data('/prompts')
    expect(prompts.map(({ id, fields }: { id: string; fields: string[] }) => [id, fields])).toEqual([
      ['review-a-change', ['audience', 'product name']],
      ['write-a-brief', []],
      ['prompt-well', []],
      ['test-a-rule', []],
      ['untagged', []],
    ])
    expect(prompts[0]).toMatchObject({
      title: 'Review a change',
      description: 'Before you accept it',
      use_when: 'a change is ready to be merged',
    })
  })

  test.each(['?limit=0', '?limit=501', '?limit=x', '?limit=1.5', '?cursor=a%20b'])('%s is refused with a reason', async (query) => {
    const response = await get(query)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    expect(Object.keys(response.json().fields)).toEqual([query.slice(1).split('=')[0]])
  })

  test('DOCS-09 a cursor that is not in the list is a conflict, because its schema accepts it', async () => {
    for (const cursor of ['0', 'gone']) {
      const response = await get(`?cursor=${cursor}`)
      expect([response.statusCode, response.json().code]).toEqual([409, 'conflict'])
    }
  })
})

describe('a resource', () => {
  test('API-06 LIB-19 its properties carry the related ones', async () => {
    const properties = await data('/review-a-change/properties')
    expect(properties.properties.Name).toEqual({ title: [{ plain_text: 'Review a change' }] })
    expect(properties.enhancedData[0]).toEqual({
      id: 'write-a-brief',
      name: 'Write a brief',
      description: '',
      tags: ['Planning', 'Prompts'],
    })
  })

  test('API-07 LIB-20 LIB-21 its content has all four parts, each whole and in blocks', async () => {
    const content = await data('/review-a-change/content')
    const prompt = `<pre class="code" data-language="plain text" tabindex="0"><code>${SECRET}</code></pre>`
    expect(content).toEqual({
      prerequisite: { html: '<p>A repository</p>', blocks: [{ type: 'paragraph', content: '<p>A repository</p>' }] },
      prompt: {
        html: `${prompt}<ul><li>one</li><li>two</li></ul>`,
        blocks: [
          { type: 'code', content: prompt },
          { type: 'bulleted_list_item', content: '<ul><li>one</li><li>two</li></ul>' },
        ],
      },
      code_sample: {
        html: expect.stringContaining('<span class="tok-keyword">const</span>'),
        blocks: [{ type: 'code', content: expect.any(String) }],
      },
      additional_instructions: { html: '<p>Read it twice</p>', blocks: [{ type: 'paragraph', content: '<p>Read it twice</p>' }] },
    })
    expect(await data('/untagged/content')).toMatchObject({ prerequisite: null, code_sample: null, additional_instructions: null })
  })

  test('API-08 D-56 returns its prerequisite in both fields, empty if there is none', async () => {
    const html = '<p>A repository</p>'
    expect((await get('/review-a-change/prerequisite')).json()).toEqual({ success: true, html, data: { html } })
    expect((await get('/untagged/prerequisite')).json()).toEqual({ success: true, html: '', data: { html: '' } })
  })

  test('API-09 D-55 its other parts are the same as in its content, one by one', async () => {
    const content = await data('/review-a-change/content')
    for (const [path, part] of [
      ['prompt', 'prompt'],
      ['code-sample', 'code_sample'],
      ['additional-instructions', 'additional_instructions'],
    ]) {
      const text_hash = expect.stringMatching(/^[0-9a-f]{64}$/)
      expect((await get(`/review-a-change/${path}`)).json()).toEqual({ success: true, data: { html: content[part ?? ''].html, text_hash } })
      const html = path === 'prompt' ? '<p>Be kind</p>' : ''
      expect((await get(`/untagged/${path}`)).json()).toEqual({ success: true, data: { html, text_hash } })
    }
  })

  test('LIB-17 API-10 D-54 related ones: those the author names, then those with the same tags, at most three, never itself', async () => {
    const related = await data('/review-a-change/related-resources')
    expect(related).toEqual([
      { id: 'write-a-brief', title: 'Write a brief', description: '', categories: ['Planning', 'Prompts'] },
      { id: 'prompt-well', title: 'Prompt well', description: '', categories: ['Prompts'] },
      { id: 'test-a-rule', title: 'Test a rule', description: '', categories: ['Quality'] },
    ])
    const { enhancedData } = await data('/review-a-change/properties')
    expect(enhancedData.map(({ id, name, tags }: Record<string, unknown>) => [id, name, tags])).toEqual(
      related.map(({ id, title, categories }: Record<string, unknown>) => [id, title, categories]),
    )
    expect(await data('/untagged/related-resources')).toEqual([])
  })

  test('D-07 API-11 API-12 responds with 404 for unknown and unpublished resources', async () => {
    for (const { name, url } of parts) {
      for (const id of ['none', '__proto__', 'constructor', 'a.b', 'with%20space', 'a%00b', 'x'.repeat(101)]) {
        const response = await academy.get(url(id), ADMIN)
        expect([name, response.statusCode, response.json()]).toEqual([
          name,
          404,
          expect.objectContaining({ code: 'not_found', message: 'Resource not found' }),
        ])
      }
    }
  })
})

const all = endpoints.filter(({ route }) => (route.metadata as { entitlement?: string } | undefined)?.entitlement === 'resources')
const parts = all.filter(({ name }) => name !== 'library.list' && name !== 'library.prompts')

describe('D-53 API-01 without the entitlement', () => {
  test('every endpoint of the library requires the entitlement', () => {
    expect(all.map(({ name }) => name)).toEqual(
      endpoints.filter(({ name, auth }) => name.startsWith('library.') && auth !== 'admin').map(({ name }) => name),
    )
    expect(all).toHaveLength(11)
  })

  test.each(all)('$name: 403, whether the resource exists or not, and nothing of what it says', async ({ url }) => {
    const response = await academy.get(url('review-a-change'), ADMIN)
    expect(response.statusCode).toBe(200)
    for (const id of ['review-a-change', 'none', 'with%20space']) {
      const refused = await academy.get(url(id), {}, { 'if-none-match': String(response.headers.etag) })
      expect([refused.statusCode, refused.json().code, refused.headers.etag]).toEqual([403, 'entitlement_required', undefined])
      expect(refused.payload).not.toMatch(/Review a change|careful|repository|write-a-brief/)
    }
    expect((await academy.app.inject(url('review-a-change'))).statusCode).toBe(401)
  })
})
