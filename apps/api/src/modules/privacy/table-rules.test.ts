import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { nonPersonalTables, personalTables } from './table-rules.ts'

const { app } = await buildTestApp()

const columns = await app.sql<{ table: string; column: string }[]>`
  select c.table_name as table, c.column_name as column from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'drizzle')`
const columnsOf = (table: string) => columns.filter((column) => column.table === table).map(({ column }) => column)

/** Column names that can hold personal data. */
const PERSONAL_COLUMN = /account|user|customer|e_?mail|person|owner|learner|buyer|phone|address|first_name|last_name|(^|_)ip($|_)/

test('every table of the database has a rule for export and erasure, and every rule has a table', () => {
  const withRule = [...personalTables.map(([table]) => table), ...Object.keys(nonPersonalTables)]
  expect(withRule.sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort())
})

test('a table with a personal column has a rule for personal data', () => {
  const suspicious = columns.filter(({ table, column }) => table in nonPersonalTables && PERSONAL_COLUMN.test(column))
  expect(suspicious).toEqual([])
})

test.each(personalTables)(
  'the export finds the rows of %s by the account, and withholds only existing columns, each with a reason',
  (table, { withheld }) => {
    expect(columnsOf(table), 'its rows are found by the account').toContain('account_id')
    expect(columnsOf(table)).toEqual(expect.arrayContaining(Object.keys(withheld)))
    for (const reason of Object.values(withheld)) expect(reason).toMatch(/\w+ \w+/)
  },
)

test('the export withholds every column that may hold a key, name an operator or describe a failure', () => {
  const exported = personalTables.flatMap(([table, { withheld }]) => columnsOf(table).filter((column) => !(column in withheld)))
  // `asked_by` is 'account' or 'operator', and no name.
  expect(exported.filter((column) => /url|token|secret|password|error|^who$|ed_by$/.test(column))).toEqual(['asked_by'])
})

test('the database refuses new rows in tables that erasure empties', async () => {
  const guarded = await app.sql<{ table: string }[]>`
    select c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'refuse_erased_accounts'`
  const erased = personalTables.filter(([, { erasure }]) => erasure.rows !== 'kept').map(([table]) => table)
  expect(guarded.map(({ table }) => table).sort()).toEqual(erased.sort())
})

test('every table whose rows erasure keeps or moves has a reason', () => {
  for (const [, { erasure }] of personalTables) if (erasure.rows !== 'deleted') expect(erasure.why).toMatch(/\w+ \w+/)
})

test('the README lists every rule, with the columns that the export withholds', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8')
  const lines = readme.split('\n').filter((line) => line.startsWith('| `'))
  const rules = [
    ...personalTables.map(([table, { withheld, erasure }]) => ({
      table,
      withheld: Object.keys(withheld),
      exported: Object.keys(withheld).length > 0 ? /^all but / : /^all$/,
      erased: new RegExp(`^${erasure.rows}`),
    })),
    ...Object.keys(nonPersonalTables).map((table) => ({ table, withheld: [], exported: /^–$/, erased: /^about no account/ })),
  ]
  for (const { table, withheld, exported, erased } of rules) {
    const readmeLine = lines.find((line) => line.split('|')[1]?.includes(`\`${table}\``))
    const [exportCell = '', erasureCell] =
      readmeLine
        ?.split('|')
        .slice(2, 4)
        .map((cell) => cell.trim()) ?? []
    const named = [...exportCell.matchAll(/`(\w+)`/g)].map(([, column]) => column)
    expect([table, named.sort()]).toEqual([table, withheld.sort()])
    expect([table, exportCell, erasureCell]).toEqual([table, expect.stringMatching(exported), expect.stringMatching(erased)])
  }
})
