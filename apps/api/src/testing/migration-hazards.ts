/** A reason in the comment before a statement: its author thought of the running version. */
const ALLOWED = /--\s*allowed:\s*\S.{19,}/

const WHOLE_WORD_NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`
const named = (before: string, after = '') => new RegExp(`${before}\\s+${WHOLE_WORD_NAME}${after}`, 'i')

const OLD_READS = 'the version before still reads and writes it. First release what does without it, then drop it in a later one.'
const IN_USE = 'all statements wait until it is done.'

type Rule = { when: RegExp; unless?: RegExp; why: string }

/** What a statement must not do to a table that was there before. The table is named by ON, TABLE or INTO. */
const ON_EXISTING: readonly Rule[] = [
  { when: /\bdrop table\b/i, why: `drops a table: ${OLD_READS}` },
  { when: /\bdrop column\b/i, why: `drops a column: ${OLD_READS}` },
  { when: /\brename\b/i, why: `renames: ${OLD_READS} Add the new one, write both, and drop the old one later.` },
  { when: /\balter column\b.*\b(set data )?type\b/i, why: `changes a type: ${IN_USE} Add a column, fill it in steps, and change over.` },
  { when: /\bset not null\b/i, why: 'forbids null: the version before may still write it, and the whole table is read under a lock.' },
  { when: /\bdrop default\b/i, why: 'takes a default away: the version before may count on it.' },
  {
    when: /\badd column\b.*\bnot null\b/i,
    unless: /\bdefault\b|\bgenerated\b/i,
    why: 'adds a column that must be set: the version before does not know it. Give it a default.',
  },
  {
    when: /\badd column\b.*(\bgenerated always as\b.*\bstored\b|\bdefault (gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval)\b)/i,
    why: `fills a column for each row: ${IN_USE}`,
  },
  {
    when: /\badd constraint\b.*\b(foreign key|check)\b/i,
    unless: /\bnot valid\b/i,
    why: `looks at all rows: ${IN_USE} Add it NOT VALID, and VALIDATE it in the next migration.`,
  },
  {
    when: /\badd constraint\b.*\b(unique|primary key|exclude)\b/i,
    unless: /\busing index\b/i,
    why: `makes an index: ${IN_USE} Make it CONCURRENTLY, then add the constraint USING INDEX.`,
  },
  { when: /\bcreate unique index\b/i, why: 'forbids what the version before may write.' },
  {
    when: /\bcreate (unique )?index\b/i,
    unless: /\bconcurrently\b/i,
    why: `makes an index: ${IN_USE} Make it CONCURRENTLY IF NOT EXISTS, in a migration of its own.`,
  },
  { when: /^(update|delete from)\b/i, why: 'writes many rows in one transaction. Do it in steps, by a command.' },
  { when: /^truncate\b/i, why: `empties a table: ${OLD_READS}` },
  { when: /^(lock|cluster|vacuum full)\b/i, why: `locks a table: ${IN_USE}` },
]

/** What no statement must do, whatever it is done to. */
const ALWAYS: readonly Rule[] = [
  { when: /^drop (view|function|trigger|type|schema|sequence|materialized view)\b/i, why: `drops something: ${OLD_READS}` },
  {
    when: /^drop index\b/i,
    unless: /\bconcurrently\b/i,
    why: `drops an index: ${IN_USE} Drop it CONCURRENTLY, in a migration of its own.`,
  },
  {
    when: /\bconcurrently\b/i,
    unless: /\bif (not )?exists\b/i,
    why: 'cannot be repeated after it was interrupted. Say IF NOT EXISTS or IF EXISTS.',
  },
]

const withoutComments = (statement: string) => statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()

/**
 * What in a migration breaks or holds up the version that still runs beside it. A statement may say why it does so nevertheless, in a
 * comment of its own right before: `-- allowed: <reason>`.
 * @param sql the text of a migration, its statements parted as Drizzle does.
 */
export function migrationHazards(sql: string): string[] {
  const statements = sql.split('--> statement-breakpoint')
  const created = new Set<string>()
  const hazards: string[] = []
  for (const text of statements) {
    const statement = withoutComments(text)
    const [, newTable] = named('^create table(?: if not exists)?').exec(statement) ?? []
    if (newTable !== undefined) created.add(newTable)
    const [, table] = named(String.raw`\b(?:on|table(?: if exists)?|only|into|update|from|truncate)`).exec(statement) ?? []
    const rules = table !== undefined && created.has(table) ? ALWAYS : [...ALWAYS, ...ON_EXISTING]
    const found = newTable === undefined ? rules.filter(({ when, unless }) => when.test(statement) && !unless?.test(statement)) : []
    if (ALLOWED.test(text)) continue
    hazards.push(...found.map(({ why }) => `"${statement.slice(0, 80)}" ${why}`))
  }
  if (statements.length > 1 && /\bconcurrently\b/i.test(withoutComments(sql)))
    hazards.push('CONCURRENTLY cannot be combined with other statements: give it a migration of its own.')
  return hazards
}
