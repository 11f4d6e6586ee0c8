import { expect, test } from 'vitest'
import { isAllowed } from './licences.ts'
import { outputOfPnpm, runAudit } from './run-audit.ts'

const advisory = (changes: object) => ({
  module_name: 'left',
  severity: 'high',
  title: 'Runs what it is given',
  url: 'https://github.com/advisories/GHSA-1',
  vulnerable_versions: '<2.0.0',
  patched_versions: '>=2.0.0',
  ...changes,
})
const licences = { MIT: [{ name: 'a', versions: ['1.0.0'] }] }

async function audit(answers: { licences?: object; audit: string }) {
  const said: string[] = []
  const ask = async ([first]: string[]) => (first === 'audit' ? answers.audit : JSON.stringify(answers.licences ?? licences))
  const result = await runAudit(ask, (line) => said.push(line))
  return { result, said: said.join('\n') }
}

test('nothing known against any dependency ends well', async () => {
  const { result, said } = await audit({ audit: JSON.stringify({ advisories: {}, metadata: {} }) })
  expect(result).toBe(0)
  expect(said).toMatch(/Licences of 1 packages\n +1 {2}MIT\n {2}✓.*\n\nKnown weaknesses\n {2}✓ none/)
})

test('lists each known vulnerability, the most severe first, with its fix, and ends with 1', async () => {
  const advisories = { 1: advisory({ severity: 'low', title: 'Slow', patched_versions: '<0.0.0' }), 2: advisory({}) }
  const { result, said } = await audit({ audit: `npm warn something\n${JSON.stringify({ advisories })}` })
  expect(result).toBe(1)
  expect(said).toMatch(
    /✗ high: left <2\.0\.0: Runs what it is given; use >=2\.0\.0\. https:\/\/.*GHSA-1\n.*✗ low: .*there is no version without it yet/,
  )
})

test.each([
  [JSON.stringify({ error: { code: 'ERR_PNPM_AUDIT_BAD_RESPONSE', message: 'responded with 405' } }), 'the registry offers no advisories'],
  ['', 'no answer that can be read'],
  ['{"something":"else"}', 'a shape that is not known'],
])('a registry without advisories is no clean bill: %s', async (output, reason) => {
  const { result, said } = await audit({ audit: output })
  expect([result, said]).toEqual([2, expect.stringContaining(reason)])
})

test('a licence that asks for more than to be named is named with its packages, and ends with 1', async () => {
  const { result, said } = await audit({
    licences: { ...licences, 'AGPL-3.0': [{ name: 'b', versions: ['1.0.0', '2.0.0'] }] },
    audit: JSON.stringify({ advisories: {} }),
  })
  expect([result, said]).toEqual([1, expect.stringContaining('✗ AGPL-3.0 may not be used without a look at it: b@1.0.0, 2.0.0')])
})

test('of LGPL packages only the library that decodes pictures may be used', async () => {
  const lgpl = (name: string) =>
    audit({ licences: { 'LGPL-3.0-or-later': [{ name, versions: ['1.0.0'] }] }, audit: JSON.stringify({ advisories: {} }) })
  expect((await lgpl('@img/sharp-libvips-linux-x64')).result).toBe(0)
  expect((await lgpl('another')).result).toBe(1)
})

test('licences are read as SPDX writes them', () => {
  for (const text of ['MIT', '(MIT OR CC0-1.0)', 'MIT OR Apache-2.0', '(MIT AND Zlib)', 'GPL-3.0 OR MIT', '(MPL-2.0 OR Apache-2.0)'])
    expect([text, isAllowed(text)]).toEqual([text, true])
  for (const text of [
    'GPL-3.0',
    'AGPL-3.0-only',
    'Unknown',
    'UNLICENSED',
    'SEE LICENSE IN x',
    '',
    'MIT AND GPL-2.0',
    '(MIT OR GPL-2.0) AND GPL-3.0',
  ])
    expect([text, isAllowed(text)]).toEqual([text, false])
})

test('what is installed asks for no more than to be named', async () => {
  const { result, said } = await audit({
    licences: JSON.parse(await outputOfPnpm(['licenses', 'list', '--json'])),
    audit: JSON.stringify({ advisories: {} }),
  })
  expect([result, said]).toEqual([0, expect.stringMatching(/Licences of [1-9]\d\d packages/)])
})
