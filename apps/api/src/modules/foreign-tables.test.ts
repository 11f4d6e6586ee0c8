import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The tables of modules that a module may not import, which it names in raw SQL, because it would otherwise load their rows one account at a time.
 * `figures` counts and `privacy` erases what all modules store.
 */
const NAMED: Record<string, readonly string[]> = {
  answers: ['accounts'],
  billing: ['accounts'],
  content: ['prompts', 'tutorial_notes'],
  learning: ['accounts', 'personal_access_tokens'],
  mailings: ['tutorial_progress'],
  team: ['accounts', 'certificates', 'erased_accounts'],
  withdrawals: ['accounts', 'erased_accounts'],
}
const READS_ALL = ['figures', 'privacy']
const WRITES_ALL = ['privacy']

const files = globSync('*/**/*.ts', { cwd: import.meta.dirname })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, module: path.split(sep)[0] ?? '', text: readFileSync(join(import.meta.dirname, path), 'utf8') }))
const moduleOf = new Map(
  files.flatMap(({ module, text }) => [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table = '']) => [table, module])),
)

const STATEMENT = /\b(from|join|insert into|update|delete from) ([a-z_]+)\b/g

/** The statements of a module on tables of others. */
const foreign = files.flatMap(({ path, module, text }) =>
  [...text.matchAll(STATEMENT)]
    .map(([statement, verb = '', table = '']) => ({ path, module, statement, table, isRead: verb === 'from' || verb === 'join' }))
    .filter(({ table }) => moduleOf.has(table) && moduleOf.get(table) !== module),
)

test('a module names the tables of others only where the list says so', () => {
  const named = Map.groupBy(
    // Billing and courses are imported, so that their tables are objects; a statement with many of them may name one.
    foreign.filter(({ module, table }) => !READS_ALL.includes(module) && !['billing', 'courses'].includes(moduleOf.get(table) ?? '')),
    ({ module }) => module,
  )
  const tables = [...named].map(([module, found]) => [module, [...new Set(found.map(({ table }) => table))].sort()])
  expect(Object.fromEntries(tables)).toEqual(NAMED)
})

test('only the module of privacy writes into tables of others', () => {
  expect(foreign.filter(({ module, isRead }) => !isRead && !WRITES_ALL.includes(module))).toEqual([])
})
