import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { fuzzedEndpoints } from './endpoints.ts'
import type { Canary } from './fixture.ts'
import type { Actor } from './fixture-names.ts'
import type { Plan } from './plans.ts'
import { faultsOf } from './validate-response.ts'

const SECRET: Canary = { text: 'canary-of-the-project', owner: 'the course', seenBy: ['owner'] }
const zip = Buffer.from(zipSync({ 'board/board.js': strToU8(`// ${SECRET.text.repeat(50)}`) }, { level: 6 }))

function faultsOfDownload({ actor = 'owner', body = zip, type = 'application/zip' }: { actor?: Actor; body?: Buffer; type?: string }) {
  const [endpoint] = fuzzedEndpoints.filter(({ name }) => name === 'courses.sessionCheckpoint')
  if (endpoint === undefined) throw new Error('the contract has no checkpoint')
  const plan: Plan = { endpoint, actor, method: 'GET', url: '/api/sessions/one/checkpoint', headers: {}, body: undefined }
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
  return faultsOf(plan, { status: 200, headers, body, text: body.toString() }, [SECRET])
}

test('accepts a zip file that unpacks', () => {
  expect(faultsOfDownload({})).toEqual([])
})

test('refuses a download of another type, and bytes that do not unpack', () => {
  expect(faultsOfDownload({ type: 'application/octet-stream' })).toEqual(['the content type is application/octet-stream'])
  expect(faultsOfDownload({ body: zip.subarray(0, -30) })).toEqual(['the zip file does not unpack'])
  expect(faultsOfDownload({ body: Buffer.from(zipSync({})) })).toEqual(['the zip file does not unpack'])
})

test('finds private data in the compressed files of a zip file', () => {
  expect(zip.includes(SECRET.text)).toBe(false)
  expect(faultsOfDownload({ actor: 'learner' })).toEqual(['learner received private data of the course'])
})
