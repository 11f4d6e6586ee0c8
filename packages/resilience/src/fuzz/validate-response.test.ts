import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Actor } from './actors.ts'
import { fuzzedEndpoints } from './endpoints.ts'
import type { Canary } from './fixture.ts'
import type { GeneratedRequest } from './generated-requests.ts'
import { findProblems } from './validate-response.ts'

const SECRET: Canary = { text: 'canary-of-the-project', owner: 'the course', visibleTo: ['owner'] }
const zip = Buffer.from(zipSync({ 'board/board.js': strToU8(`// ${SECRET.text.repeat(50)}`) }, { level: 6 }))

function problemsOfDownload({ actor = 'owner', body = zip, type = 'application/zip' }: { actor?: Actor; body?: Buffer; type?: string }) {
  const [endpoint] = fuzzedEndpoints.filter(({ name }) => name === 'courses.sessionCheckpoint')
  if (endpoint === undefined) throw new Error('the contract has no checkpoint')
  const request: GeneratedRequest = { endpoint, actor, method: 'GET', url: '/api/sessions/one/checkpoint', headers: {}, body: undefined }
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
  return findProblems(request, { status: 200, headers, body, text: body.toString() }, [SECRET])
}

test('accepts a zip file that unpacks', () => {
  expect(problemsOfDownload({})).toEqual([])
})

test('refuses a download of another type, and bytes that do not unpack', () => {
  expect(problemsOfDownload({ type: 'application/octet-stream' })).toEqual(['the content type is application/octet-stream'])
  expect(problemsOfDownload({ body: zip.subarray(0, -30) })).toEqual(['the zip file does not unpack'])
  expect(problemsOfDownload({ body: Buffer.from(zipSync({})) })).toEqual(['the zip file does not unpack'])
})

test('finds private data in the compressed files of a zip file', () => {
  expect(zip.includes(SECRET.text)).toBe(false)
  expect(problemsOfDownload({ actor: 'learner' })).toEqual(['learner received private data of the course'])
})
