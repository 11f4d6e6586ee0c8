import type postgres from 'postgres'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** A statement that was executed, with its plan. */
type ExecutedPlan = { statement: string; root: PlanNode }

/**
 * The plan is the one for any values of the parameters, which Postgres chooses for a statement that is executed often. `log_nested_statements`
 * includes those of triggers.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  plan_cache_mode: 'force_generic_plan',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const parseLog = (log: string): ExecutedPlan[] =>
  [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const { 'Query Text': statement, Plan: root } = JSON.parse(json.replaceAll(/^\t/gm, ''))
    return { statement, root }
  })

/** Matches a log whose end is not written yet: within a line, or within a plan of a statement that runs beside the measured ones. */
const UNFINISHED = /[^\n]$| plan:\n(?:\t(?!\}).*\n)*$/

/**
 * Makes each new session of a database log the plans of its statements. Returns a function that takes the plans since its previous call from
 * the log of the server.
 * @param owner connects as a superuser, which the module and the log require.
 */
export async function logPlans(owner: postgres.Sql): Promise<() => Promise<ExecutedPlan[]>> {
  await owner`load 'auto_explain'`
  const [database] = await owner<[{ name: string }]>`select quote_ident(current_database()) as name`
  for (const [name, value] of Object.entries(SETTINGS)) await owner.unsafe(`alter database ${database.name} set ${name} = '${value}'`)
  let offset = 0
  return async () => {
    for (;;) {
      // As bytes, because the end may cut a character.
      const [log] = await owner<[{ bytes: Buffer }]>`select pg_read_binary_file('../server.log', ${offset}, 1000000000) as bytes`
      const text = log.bytes.toString()
      if (UNFINISHED.test(text)) continue
      offset += log.bytes.length
      return parseLog(text)
    }
  }
}

/** The most pages that a statement may read where one of its tables grows with the accounts, besides those for each row that it returns. */
const MAX_BUFFERS = 200
const MAX_BUFFERS_PER_ROW = 10

const buffersOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks']

/**
 * Counts what a statement reads to find its rows. Writing them is left out: it touches the same few pages at any size of a table, but a new
 * connection also reads the catalog there, and compiles the triggers. Their statements are plans of their own.
 */
function buffersToFind(root: PlanNode): number {
  const writing = nodesOf(root).filter((node) => node['Node Type'] === 'ModifyTable')
  const written = writing.map((node) => buffersOf(node) - (node.Plans ?? []).reduce((sum, child) => sum + buffersOf(child), 0))
  return written.reduce((sum, buffers) => sum - Math.max(buffers, 0), buffersOf(root))
}

/** Returns what makes a statement slower with each account: a sequential scan of a growing table, or many pages. */
export function costsOfGrowth({ root }: ExecutedPlan, growingTables: readonly string[]): string[] {
  const growing = nodesOf(root).filter((node) => growingTables.includes(node['Relation Name'] ?? ''))
  const scans = growing.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => `sequential scan of ${node['Relation Name']}`)
  const buffers = buffersToFind(root)
  const maximum = MAX_BUFFERS + MAX_BUFFERS_PER_ROW * root['Actual Rows']
  return growing.length > 0 && buffers > maximum ? [...scans, `${buffers} buffers`] : scans
}
