import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './testing/contract-endpoints.ts'

const root = join(import.meta.dirname, '../../..')

type Found = { pattern: string; flags: string; where: string }
/**
 * The pattern that removes slashes from the end of a text. It takes quadratic time, so only these files, which read the operator's settings, may
 * use it.
 */
const OF_SETTINGS = {
  pattern: '\\/+$',
  files: [
    'packages/settings/src/values.ts',
    ...['page-settings', 'web-server', 'security-headers'].map((name) => `apps/web-server/src/${name}.ts`),
  ],
}

type Node = { type?: string; regex?: { pattern: string; flags: string } }

/** Returns every regular expression literal in a syntax tree. */
function expressionsIn(node: unknown, where: string): Found[] {
  if (typeof node !== 'object' || node === null) return []
  const { regex } = node as Node
  return [...(regex ? [{ ...regex, where }] : []), ...Object.values(node).flatMap((child) => expressionsIn(child, where))]
}

/** Returns the regular expressions of all code that may match input from outside: the API, the contract, the catalog, the settings and the web server. */
async function allExpressions(): Promise<Found[]> {
  const found: Found[] = []
  for await (const file of glob('{apps/api,apps/web-server,packages/contract,packages/catalog,packages/settings}/src/**/*.ts', {
    cwd: root,
  })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    found.push(...expressionsIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }), file))
  }
  const others = found.filter(({ pattern, where }) => pattern !== OF_SETTINGS.pattern || !OF_SETTINGS.files.includes(where))
  return [...new Map(others.map((expression) => [`/${expression.pattern}/${expression.flags}`, expression])).values()]
}

/** Returns the patterns with which zod validates inputs of the contract: email addresses, timestamps, ids. */
function expressionsOfContract(): Found[] {
  const patternsIn = (node: unknown): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const own = 'pattern' in node && typeof node.pattern === 'string' ? [node.pattern] : []
    return [...own, ...Object.values(node).flatMap(patternsIn)]
  }
  const parts = endpoints.flatMap(({ route }) => [route.pathParams, route.query, 'body' in route ? route.body : undefined])
  const schemas = parts.flatMap((schema) =>
    schema instanceof z.ZodType ? [z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() })] : [],
  )
  // JSON Schema drops the flags. Patterns with Unicode classes need the flag `u`; `allExpressions` finds them in our files.
  const patterns = new Set(schemas.flatMap(patternsIn).filter((pattern) => !/\\[pP]\{/.test(pattern)))
  return [...patterns].map((pattern) => ({ pattern, flags: '', where: 'the contract' }))
}

/** Returns the strings to repeat in order to provoke backtracking: the literal characters of the pattern, and common input. */
const piecesFor = (pattern: string): string[] => {
  const letters = [...new Set(pattern.replace(/\\[a-zA-Z]/g, '').match(/[^\\^$*+?{}()|[\]]/gu) ?? [])]
  const common = [
    'a',
    '0',
    ' ',
    '-',
    '_',
    '.',
    '@',
    '/',
    '<',
    '"',
    '\n',
    'é',
    'A1',
    'a.',
    'a@',
    'a ',
    '- ',
    '//',
    '/a',
    'eyJ',
    'eyJa.',
    'bearer ',
  ]
  return [...new Set([...letters, ...common])]
}

const TEXT_LENGTHS = [2_500, 10_000]
/** If the longer text takes less than this, in milliseconds, the time is linear: quadratic time would be about ten times as long. */
const HARMLESS_MS = 5
const ATTEMPTS = 4

const context = createContext({ expression: /x/, text: '' })
const execScript = new Script('expression.exec(text)')

/** Returns the processor time, in milliseconds, that a pattern takes for a text; Infinity if it times out. */
function cost({ pattern, flags }: Found, text: string): number {
  Object.assign(context, { expression: new RegExp(pattern, flags), text })
  try {
    // Not wall-clock time, because other processes may interrupt this one.
    const startedAt = process.threadCpuUsage()
    execScript.runInContext(context, { timeout: 2_000 })
    return process.threadCpuUsage(startedAt).user / 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Returns the ratio of the times for the longer and the shorter text: about 4 if the time is linear, 16 if it is quadratic. Takes the smallest of
 * several measurements, because the machine may be busy.
 */
function growth(found: Found, piece: string): number {
  const [shortText = '', longText = ''] = TEXT_LENGTHS.map((length) => `${piece.repeat(Math.ceil(length / piece.length))}\u0001`)
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const long = cost(found, longText)
    if (long < HARMLESS_MS) return 0
    if (long === Number.POSITIVE_INFINITY) return long
    least = Math.min(least, long / Math.max(cost(found, shortText), 0.01))
  }
  return least
}

test('every regular expression takes linear time', async () => {
  const found = [...(await allExpressions()), ...expressionsOfContract()]
  expect(found.length).toBeGreaterThan(80)
  const slow = found.flatMap((expression) => {
    const worst = piecesFor(expression.pattern).find((piece) => growth(expression, piece) > 8)
    return worst === undefined
      ? []
      : [`/${expression.pattern}/${expression.flags} in ${expression.where}, repeated: ${JSON.stringify(worst)}`]
  })
  expect(slow).toEqual([])
})

test('detects a regular expression that does not take linear time', () => {
  const slow: Found[] = [
    { pattern: '^(a+)+$', flags: '', where: 'here' },
    { pattern: '\\s+$', flags: '', where: 'here' },
    { pattern: '\\S+@\\S+\\.\\S+', flags: '', where: 'here' },
  ]
  for (const expression of slow)
    expect([expression.pattern, piecesFor(expression.pattern).some((piece) => growth(expression, piece) > 8)]).toEqual([
      expression.pattern,
      true,
    ])
})
