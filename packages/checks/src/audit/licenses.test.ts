import { expect, test } from 'vitest'
import { isAllowed, type LicenseList, printLicenses } from './licenses.ts'
import { listLicenses } from './run-audit.ts'

const licenses = { MIT: [{ name: 'a', versions: ['1.0.0'] }] }

/** Prints a list of licenses into a text. */
function printed(listed: LicenseList) {
  const lines: string[] = []
  const areAllowed = printLicenses(listed, (line) => lines.push(line))
  return { areAllowed, text: lines.join('\n') }
}

test('counts the packages of each license', () => {
  const { areAllowed, text } = printed(licenses)
  expect(areAllowed).toBe(true)
  expect(text).toMatch(/^Licenses of 1 packages\n +1 {2}MIT\n {2}✓ all are allowed$/)
})

test('lists the packages of a license that is not allowed', () => {
  const { areAllowed, text } = printed({ ...licenses, 'AGPL-3.0': [{ name: 'b', versions: ['1.0.0', '2.0.0'] }] })
  expect(areAllowed).toBe(false)
  expect(text).toContain('✗ AGPL-3.0 is not on the list of allowed licenses: b@1.0.0, 2.0.0')
})

test('allows one LGPL package, the library that decodes pictures', () => {
  const lgpl = (name: string) => printed({ 'LGPL-3.0-or-later': [{ name, versions: ['1.0.0'] }] })
  expect(lgpl('@img/sharp-libvips-linux-x64').areAllowed).toBe(true)
  expect(lgpl('another').areAllowed).toBe(false)
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
  const { areAllowed, text } = printed(await listLicenses())
  expect(areAllowed, text).toBe(true)
  expect(text).toMatch(/Licenses of [1-9]\d\d packages/)
})
