import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { apiChanges, apiParts, namedChanges } from './api-changes.ts'
import { openApiDocument } from './openapi.ts'
import type { Json } from './openapi-examples.ts'

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')

test('DOCS-08 the changelog names each change of the public API since the last release', async () => {
  const changes = apiChanges(JSON.parse(await read('released-api.json')), apiParts(openApiDocument('')))
  const named = namedChanges(await read('CHANGELOG.md'))
  const missing = changes.filter((change) => !named.includes(change))
  const lines = missing.map((change) => `- ${change}: <what clients can do now, or have to do>`).join('\n')
  expect(missing, `The public API has changed. Write below "Unreleased" in packages/contract/CHANGELOG.md:\n${lines}\n`).toEqual([])
  const undone = named.filter((change) => !changes.includes(change))
  expect(undone, 'These are no changes of the public API. Remove them from packages/contract/CHANGELOG.md.').toEqual([])
})

const documentOf = (operation: Json, schemas: Json = {}): Json => ({
  paths: {
    '/api/notes': {
      get: { operationId: 'notes.list', security: [], parameters: [], responses: { 200: {} }, ...operation },
    },
  },
  components: { schemas },
})
const note = (schema: Json) => documentOf({}, { Note: { type: 'object', description: 'A note.', ...schema } })
const query = (schema: Json, required = false) => documentOf({ parameters: [{ name: 'q', in: 'query', required, schema }] })
const code = (values: string) =>
  note({ properties: { code: { type: 'string', description: `Known values: ${values}. Others may be added.` } } })

test.each([
  ['an operation', { paths: {}, components: { schemas: {} } }, documentOf({}), 'Added `GET /api/notes`'],
  ['the access', documentOf({}), documentOf({ security: [{ session: [] }] }), 'Changed `GET /api/notes`'],
  ['a deprecation', documentOf({}), documentOf({ deprecated: true }), 'Changed `GET /api/notes`'],
  ['a parameter', documentOf({}), query({ type: 'string' }), 'Added `GET /api/notes query parameter q`'],
  ['a limit', query({ maxLength: 200 }), query({ maxLength: 100 }), 'Changed `GET /api/notes query parameter q`'],
  ['a parameter that becomes required', query({}), query({}, true), 'Changed `GET /api/notes query parameter q`'],
  ['a status', documentOf({}), documentOf({ responses: { 200: {}, 409: {} } }), 'Added `GET /api/notes response 409`'],
  ['a schema', documentOf({}), note({ properties: { text: {} } }), 'Added `Note`'],
  ['a field', note({ properties: { text: {} } }), note({}), 'Removed `Note.text`'],
  ['a required field', note({ properties: { text: {} } }), note({ properties: { text: {} }, required: ['text'] }), 'Changed `Note.text`'],
  ['a known value', code('`a`'), code('`a`, `b`'), 'Added `Note.code value b`'],
])('DOCS-08 finds a change of %s', (_, before, after, change) => {
  expect(apiChanges(apiParts(before), apiParts(after))).toEqual([change])
})

test('DOCS-08 texts for people are no change', () => {
  expect(apiChanges(apiParts(note({})), apiParts(note({ description: 'Another text.', examples: [{}] })))).toEqual([])
})

test('DOCS-08 reads the lines with a text, of the first section alone', () => {
  const changelog = '# A\n\n## Unreleased\n\n- Added `a`, `b`: x\n- Changed `c`\n- Fixed\n\n## 2026-01-01\n\n- Removed `d`: x\n'
  expect(namedChanges(changelog)).toEqual(['Added `a`', 'Added `b`'])
})
