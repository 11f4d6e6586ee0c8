/** SPDX ids of permissive licenses, and of weak copyleft ones that cover only changes to their own files (MPL). */
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

/** Packages with other licenses that may be used: a word list of the spell checker, which no build contains. */
const EXCEPTIONS = new Set(['@cspell/dict-en-common-misspellings'])

/**
 * The packages of libvips, which decodes pictures on the server (decision 018). Its LGPL permits an unchanged shared library that an
 * operator can replace. The package has another name on each system; on Windows, sharp's own package contains it.
 */
const LIBVIPS = /^@img\/sharp-(?:libvips-|win32-)/

/**
 * Returns whether an SPDX expression allows use here, e.g. `MIT`, `(MIT OR GPL-3.0)`, `MIT AND Zlib`. Returns false for nested
 * expressions.
 */
export function isAllowed(expression: string): boolean {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (text.includes('(') || text.includes(')')) return false
  return text.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((name) => ALLOWED.has(name.trim())))
}

export type Package = { name: string; versions: string[] }
export type LicenseReport = { counts: [license: string, packages: number][]; refused: [license: string, packages: string[]][] }

const byCount = ([, a]: [string, number], [, b]: [string, number]): number => b - a

/** Counts the packages of `pnpm licenses list --json` by license, and lists those whose license is not allowed. */
export function licenseReport(listed: Readonly<Record<string, readonly Package[]>>): LicenseReport {
  const all = Object.entries(listed)
  return {
    counts: all.map(([license, packages]): [string, number] => [license, packages.length]).sort(byCount),
    refused: all.flatMap(([license, packages]): [string, string[]][] => {
      const refused = isAllowed(license) ? [] : packages.filter(({ name }) => !EXCEPTIONS.has(name) && !LIBVIPS.test(name))
      return refused.length === 0 ? [] : [[license, refused.map(({ name, versions }) => `${name}@${versions.join(', ')}`)]]
    }),
  }
}
