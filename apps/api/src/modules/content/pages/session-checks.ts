import { type SessionChecks, sessionChecks } from '@academy/contract/session-checks'
import { LineCounter, type ParsedNode, parseDocument } from 'yaml'
import { isUnreadNote } from '../notion/preview-limits.ts'
import { type BlockNode, type Warning, withDescendants } from '../render/block-node.ts'
import { cleanText } from '../render/escape.ts'
import { plainText } from '../render/rich-text.ts'
import { findSections } from './page-sections.ts'

/** The most problems that an author sees at once. */
const MAX_WARNINGS = 10

const warningOf = (problem: string, block_id?: string): Warning => ({
  rule: 'checks_invalid',
  // The problem quotes the author's text.
  message: cleanText(`${problem} Until this is corrected, learners get the checks from before, if there are any.`),
  block_id,
})

/** Returns where a problem is, such as “checks[1].file”. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part + 1}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('')

/** Parses the YAML of checks. Returns the problems, each with its line, if there are any. */
function parseChecks(yaml: string): { checks: SessionChecks } | { problems: string[] } {
  const lineCounter = new LineCounter()
  const document = parseDocument<ParsedNode>(yaml, { lineCounter, prettyErrors: false })
  const atLine = (offset: number, problem: string) => `“Checks”, line ${lineCounter.linePos(offset).line}: ${problem}`
  if (document.errors.length > 0) return { problems: document.errors.map(({ pos, message }) => atLine(pos[0], `${message}.`)) }
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    return { problems: [`“Checks”: ${(error as Error).message}.`] }
  }
  const parsed = sessionChecks.safeParse(value)
  if (parsed.success) return { checks: parsed.data }
  /** Returns the innermost node on a path: what is missing has none of its own. */
  const nodeAt = (path: readonly PropertyKey[]): ParsedNode | null => {
    const node = path.length === 0 ? document.contents : (document.getIn(path, true) as ParsedNode | undefined)
    return node ?? nodeAt(path.slice(0, -1))
  }
  return {
    problems: parsed.error.issues.map(({ path, message }) => {
      const problem = path.length === 0 ? message : `${placeOf(path)}: ${message}`
      return atLine(nodeAt(path)?.range[0] ?? 0, /[.!?]$/.test(problem) ? problem : `${problem}.`)
    }),
  }
}

/**
 * Reads the section "Checks" of a session's page: one code block with YAML. `checks` is null if the page has no such section, and undefined if
 * the section has mistakes. `warnings` describe the mistakes.
 */
export function readChecks(nodes: BlockNode[]): { checks: SessionChecks | null | undefined; warnings: Warning[] } {
  const sections = findSections(nodes, (name) => name === 'checks')
  if (sections.length === 0) return { checks: null, warnings: [] }
  const blocks = withDescendants(sections.flatMap((section) => section.nodes))
  const [code, ...others] = blocks.map(({ block }) => block).filter((block) => block.type === 'code')
  if (code === undefined && blocks.some(isUnreadNote)) return { checks: undefined, warnings: [] }
  if (code === undefined || others.length > 0)
    return { checks: undefined, warnings: [warningOf('Write exactly one code block under “Checks”, with YAML.', others[0]?.id)] }
  const parsed = parseChecks(plainText(code.code.rich_text))
  if ('checks' in parsed) return { checks: parsed.checks, warnings: [] }
  return { checks: undefined, warnings: parsed.problems.slice(0, MAX_WARNINGS).map((problem) => warningOf(problem, code.id)) }
}
