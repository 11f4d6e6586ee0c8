/** Licences that ask for no more than to be named, or to give changes of their own files back: what uses them may be anything. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PDDL-1.0',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/** Looked at, and used all the same: words that only the check of spelling reads. Nothing of them is in what is served. */
const LOOKED_AT = new Set(['@cspell/dict-en-common-misspellings'])

/**
 * libvips, which decodes pictures on the server (decision 018): LGPL, used unchanged, as a shared library of its own that an operator can
 * replace. Its package is called otherwise on each system; on Windows it comes inside the package of sharp.
 */
const LIBVIPS = /^@img\/sharp-(?:libvips-|win32-)/

/** Whether a licence may be used, written as SPDX does: `MIT`, `(MIT OR GPL-3.0)`, `MIT AND Zlib`. What cannot be read may not. */
export function isAllowed(expression: string): boolean {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (text.includes('(') || text.includes(')')) return false
  return text.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((name) => ALLOWED.has(name.trim())))
}

export type Package = { name: string; versions: string[] }
export type LicenceReport = { counts: [licence: string, packages: number][]; refused: [licence: string, packages: string[]][] }

const byCount = ([, a]: [string, number], [, b]: [string, number]): number => b - a

/** Counts packages by licence, as `pnpm licenses list --json` tells them, and names those that may not be used. */
export function licenceReport(listed: Readonly<Record<string, readonly Package[]>>): LicenceReport {
  const all = Object.entries(listed)
  return {
    counts: all.map(([licence, packages]): [string, number] => [licence, packages.length]).sort(byCount),
    refused: all.flatMap(([licence, packages]): [string, string[]][] => {
      const refused = isAllowed(licence) ? [] : packages.filter(({ name }) => !LOOKED_AT.has(name) && !LIBVIPS.test(name))
      return refused.length === 0 ? [] : [[licence, refused.map(({ name, versions }) => `${name}@${versions.join(', ')}`)]]
    }),
  }
}
