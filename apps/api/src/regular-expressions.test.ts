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
/** Takes the slashes off the end of addresses that operators set, in these places alone. */
const OF_SETTINGS = {
  pattern: '\\/+$',
  files: [
    'apps/api/src/config-values.ts',
    ...['page-settings', 'web-server', 'security-headers'].map((name) => `apps/web-server/src/${name}.ts`),
  ],
}

type Node = { type?: string; regex?: { pattern: string; flags: string } }

/** Every regular expression in the syntax of a file. */
function expressionsIn(node: unknown, where: string): Found[] {
  if (typeof node !== 'object' || node === null) return []
  const { regex } = node as Node
  return [...(regex ? [{ ...regex, where }] : []), ...Object.values(node).flatMap((child) => expressionsIn(child, where))]
}

/** All that may meet a text from outside: what the API, the contract, the catalog and the web server are made of. */
async function allExpressions(): Promise<Found[]> {
  const found: Found[] = []
  for await (const file of glob('{apps/api,apps/web-server,packages/contract,packages/catalog}/src/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    found.push(...expressionsIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }), file))
  }
  const others = found.filter(({ pattern, where }) => pattern !== OF_SETTINGS.pattern || !OF_SETTINGS.files.includes(where))
  return [...new Map(others.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()]
}

/** Those that zod brings along for what the contract asks of texts: an address, a moment, an id. */
function expressionsOfContract(): Found[] {
  const patternsIn = (node: unknown): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const own = 'pattern' in node && typeof node.pattern === 'string' ? [node.pattern] : []
    return [...own, ...Object.values(node).flatMap(patternsIn)]
  }
  const parts = endpoints.flatMap(({ route }) => [route.pathParams, route.query, 'body' in route ? route.body : undefined])
  const schemas = parts.flatMap((schema) =>
    schema instanceof z.ZodType ? [z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })] : [],
  )
  // JSON Schema tells no flags: what speaks of Unicode stands in our own files, and is found there.
  const patterns = new Set(schemas.flatMap(patternsIn).filter((pattern) => !/\\[pP]\{/.test(pattern)))
  return [...patterns].map((pattern) => ({ pattern, flags: '', where: 'the contract' }))
}

/** What stands in the pattern itself, and what people write: repeated, these are what a pattern may go over again and again. */
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

const STEPS = [2_500, 10_000]
/** Whatever takes less for the longer text grows with its length alone: with its square it would be ten times as much. */
const HARMLESS_MS = 5
const LOOKS = 4

const bench = createContext({ expression: /x/, text: '' })

/** Milliseconds of the processor that a pattern takes for a text; Infinity if it does not come to an end. */
function cost({ pattern, flags }: Found, text: string): number {
  Object.assign(bench, { expression: new RegExp(pattern, flags), text })
  try {
    // Of the processor, not of the clock: a busy machine lets others go first.
    const startedAt = process.threadCpuUsage()
    look.runInContext(bench, { timeout: 2_000 })
    return process.threadCpuUsage(startedAt).user / 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const look = new Script('expression.exec(text)')

/** How many times as long four times the text takes: about 4 if that grows with its length, 16 with its square. The least of several looks: machines are busy. */
function growth(found: Found, piece: string): number {
  const [shortText = '', longText = ''] = STEPS.map((length) => `${piece.repeat(Math.ceil(length / piece.length))}\u0001`)
  let least = Number.POSITIVE_INFINITY
  for (let looks = 0; looks < LOOKS; looks += 1) {
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
  const slow = found.flatMap((one) => {
    const worst = piecesFor(one.pattern).find((piece) => growth(one, piece) > 8)
    return worst === undefined ? [] : [`/${one.pattern}/${one.flags} in ${one.where}, repeated: ${JSON.stringify(worst)}`]
  })
  expect(slow).toEqual([])
})

test('detects one that does not', () => {
  const slow: Found[] = [
    { pattern: '^(a+)+$', flags: '', where: 'here' },
    { pattern: '\\s+$', flags: '', where: 'here' },
    { pattern: '\\S+@\\S+\\.\\S+', flags: '', where: 'here' },
  ]
  for (const one of slow) expect([one.pattern, piecesFor(one.pattern).some((piece) => growth(one, piece) > 8)]).toEqual([one.pattern, true])
})
