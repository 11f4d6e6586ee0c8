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

/** The output of `pnpm licenses list --json`: packages by license. */
export type LicenseList = Readonly<Record<string, readonly { name: string; versions: string[] }[]>>

/** Prints how many packages have which license, and those whose license is not allowed. Returns whether all are allowed. */
export function printLicenses(listed: LicenseList, print: (line: string) => void): boolean {
  const byCount = Object.entries(listed).toSorted(([, a], [, b]) => b.length - a.length)
  print(`Licenses of ${byCount.reduce((sum, [, packages]) => sum + packages.length, 0)} packages`)
  for (const [license, packages] of byCount) print(`  ${String(packages.length).padStart(4)}  ${license}`)
  const refused = byCount.flatMap(([license, packages]) => {
    const names = packages.filter(({ name }) => !isAllowed(license) && !EXCEPTIONS.has(name) && !LIBVIPS.test(name))
    return names.length > 0
      ? [
          `${license} is not on the list of allowed licenses: ${names.map(({ name, versions }) => `${name}@${versions.join(', ')}`).join(', ')}`,
        ]
      : []
  })
  for (const line of refused) print(`  ✗ ${line}`)
  if (refused.length === 0) print('  ✓ all are allowed')
  return refused.length === 0
}
