import { expect, test } from 'vitest'
import { isAllowed } from './licenses.ts'
import { outputOfPnpm, runAudit } from './run-audit.ts'

const advisory = (changes: object) => ({
  module_name: 'left',
  severity: 'high',
  title: 'Runs any input',
  url: 'https://github.com/advisories/GHSA-1',
  vulnerable_versions: '<2.0.0',
  patched_versions: '>=2.0.0',
  ...changes,
})
const licenses = { MIT: [{ name: 'a', versions: ['1.0.0'] }] }

/** Runs the audit on these outputs of pnpm. */
async function audit(outputs: { licenses?: object; audit: string }) {
  const lines: string[] = []
  const runPnpm = async ([command]: string[]) => (command === 'audit' ? outputs.audit : JSON.stringify(outputs.licenses ?? licenses))
  const result = await runAudit(runPnpm, (line) => lines.push(line))
  return { result, printed: lines.join('\n') }
}

test('returns 0 if there is no advisory and no refused license', async () => {
  const { result, printed } = await audit({ audit: JSON.stringify({ advisories: {}, metadata: {} }) })
  expect(result).toBe(0)
  expect(printed).toMatch(/Licenses of 1 packages\n +1 {2}MIT\n {2}✓.*\n\nKnown vulnerabilities\n {2}✓ none/)
})

test('lists each known vulnerability, the most severe first, with its fix, and returns 1', async () => {
  const advisories = { 1: advisory({ severity: 'low', title: 'Slow', patched_versions: '<0.0.0' }), 2: advisory({}) }
  const { result, printed } = await audit({ audit: `npm warn something\n${JSON.stringify({ advisories })}` })
  expect(result).toBe(1)
  expect(printed).toMatch(/✗ high: left <2\.0\.0: Runs any input; use >=2\.0\.0\. https:\/\/.*GHSA-1\n.*✗ low: .*no fixed version yet/)
})

test.each([
  [JSON.stringify({ error: { code: 'ERR_PNPM_AUDIT_BAD_RESPONSE', message: 'responded with 405' } }), 'the registry offers no advisories'],
  ['', 'printed no JSON'],
  ['{"something":"else"}', 'an unknown shape'],
])('returns 2 if the registry offers no advisories: %s', async (output, reason) => {
  const { result, printed } = await audit({ audit: output })
  expect([result, printed]).toEqual([2, expect.stringContaining(reason)])
})

test('lists the packages of a license that is not allowed, and returns 1', async () => {
  const { result, printed } = await audit({
    licenses: { ...licenses, 'AGPL-3.0': [{ name: 'b', versions: ['1.0.0', '2.0.0'] }] },
    audit: JSON.stringify({ advisories: {} }),
  })
  expect([result, printed]).toEqual([1, expect.stringContaining('✗ AGPL-3.0 is not on the list of allowed licenses: b@1.0.0, 2.0.0')])
})

test('allows one LGPL package, the library that decodes pictures', async () => {
  const lgpl = (name: string) =>
    audit({ licenses: { 'LGPL-3.0-or-later': [{ name, versions: ['1.0.0'] }] }, audit: JSON.stringify({ advisories: {} }) })
  expect((await lgpl('@img/sharp-libvips-linux-x64')).result).toBe(0)
  expect((await lgpl('another')).result).toBe(1)
})

test('parses SPDX expressions', () => {
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

test('the licenses of all installed packages are allowed', async () => {
  const { result, printed } = await audit({
    licenses: JSON.parse(await outputOfPnpm(['licenses', 'list', '--json'])),
    audit: JSON.stringify({ advisories: {} }),
  })
  expect([result, printed]).toEqual([0, expect.stringMatching(/Licenses of [1-9]\d\d packages/)])
})
