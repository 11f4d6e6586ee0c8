import { FIRST_COURSE } from '@academy/catalog'
import { htmlToText } from '@academy/contract/html-to-text'
import { blocksOf } from '@academy/contract/prompt-sections'
import { type PromptTries, promptTries } from '@academy/contract/prompt-tries'
import { PAGE_FAILED, PageRefused } from '../mirror/page-refused.ts'
import { isServerError } from '../notion/requests.ts'
import { digestPrompt } from '../read/prompt-texts.ts'
import type { Warning } from '../render/block-node.ts'
import type { BuildContext, PageContext } from './build-context.ts'
import { readCheckpoint } from './checkpoint-files.ts'
import { type CourseRow, type MirrorPage, type ResourceRow, type SessionRow, TRIED_IN_FUTURE, type TutorialRow } from './content.store.ts'
import { createFileCopier } from './copy-files.ts'
import { fetchBlocks, readPage } from './read-page.ts'
import type { CourseProperties, ResourceProperties, SessionProperties, TutorialProperties } from './read-page-properties.ts'
import { readChecks } from './session-checks.ts'
import type { PageProperties } from './validate-pages.ts'

/** Refuses an empty page, because its author has probably just started it. */
function refuseEmptyPage(parts: TutorialRow['parts'] | ResourceRow['parts'], kind: 'tutorial' | 'resource'): void {
  const isEmpty = Object.values(parts).every((part) => part === null || (Array.isArray(part) && part.length === 0))
  if (!isEmpty) return
  throw new PageRefused('page_empty', `The page of this ${kind} is empty. Write its content, or set “Status” to “Draft” until you have.`)
}

/** A page to publish, with the hashes of its files. */
type Built<Row> = { row: Row; files: string[] }

async function buildCourse({ video_url, product, ...properties }: CourseProperties, ctx: PageContext): Promise<Built<CourseRow>> {
  const copier = createFileCopier(ctx)
  const { parts, columns } = await readPage({ kind: 'course', page_id: properties.notion_page_id, video_url }, copier, ctx)
  // A sync has named the product of each page; a preview may show one that has none yet.
  return { row: { ...properties, ...columns, product: product ?? FIRST_COURSE, video: parts }, files: copier.hashes() }
}

/** Builds a session. A mistake in its checkpoint or its checks causes warnings only, and the previous ones stay. */
async function buildSession(properties: SessionProperties, ctx: PageContext): Promise<Built<SessionRow>> {
  const { nodes, columns } = await fetchBlocks(properties.notion_page_id, ctx)
  const { checkpoint, warnings } = readCheckpoint(nodes)
  const { checks, warnings: ofChecks } = readChecks(nodes)
  const read = { ...(checkpoint !== undefined && { checkpoint }), ...(checks !== undefined && { checks }) }
  return { row: { ...properties, ...columns, warnings: [...warnings, ...ofChecks], ...read }, files: [] }
}

const UNDESCRIBED: Warning = {
  rule: 'diagram_undescribed',
  message: 'The diagram has no description. Write in “Diagram description” what it shows, for readers who cannot see it.',
}

async function buildTutorial({ video_url, diagram_url, ...properties }: TutorialProperties, ctx: PageContext): Promise<Built<TutorialRow>> {
  const copier = createFileCopier(ctx)
  const diagram = diagram_url === undefined ? undefined : await copier.copy('picture', diagram_url, 'The picture in “Diagram”')
  const { parts, columns } = await readPage({ kind: 'tutorial', page_id: properties.notion_page_id, video_url }, copier, ctx)
  if (diagram_url === undefined) refuseEmptyPage(parts, 'tutorial')
  const warnings = diagram && properties.diagram_description === null ? [...columns.warnings, UNDESCRIBED] : columns.warnings
  return {
    row: { ...properties, ...columns, warnings, parts, diagram: diagram?.hash ?? null, diagram_size: diagram?.size ?? null },
    files: copier.hashes(),
  }
}

const triedWarning = (rule: string, problem: string): Warning => ({ rule, message: `${problem} Readers see neither.` })

/** Returns what is wrong with “Tried with” and “Tried on”; undefined if both are valid or empty. */
function triedProblem({ tried_with, tried_on }: Pick<ResourceProperties, 'tried_with' | 'tried_on'>, now: Date): Warning | undefined {
  if (tried_with === null && tried_on === null) return undefined
  if (tried_with === null)
    return triedWarning('tried_unclear', '“Tried on” says when the prompt was tried, but “Tried with” does not say with which tool.')
  if (tried_on === null) return triedWarning('tried_unclear', '“Tried with” names a tool, but “Tried on” does not say when.')
  return isToCome(tried_on, now) ? triedWarning(TRIED_IN_FUTURE, '“Tried on” is in the future.') : undefined
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns whether a day has not begun anywhere. */
const isToCome = (day: string, now: Date): boolean => Date.parse(day) > now.getTime() + DAY_MS

const UNREADABLE: Warning = {
  rule: 'tries_unreadable',
  message: '“Tries” is not what content:push writes. Readers do not see it. Clear it, or push again.',
}
const OUTDATED: Warning = {
  rule: 'tries_outdated',
  message: 'The prompt has changed since it was tried, so readers no longer see the result. Run `academy prompts:try` again, and push.',
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the result in “Tries” if it is of the first prompt of the page as it is now, or the warning for another one. */
function readTries(text: string | null, prompt: string, now: Date): { tries: PromptTries | null; warning?: Warning } {
  if (text === null) return { tries: null }
  const { data } = promptTries.safeParse(parseJson(text))
  if (data === undefined) return { tries: null, warning: UNREADABLE }
  if (data.digest !== digestPrompt(htmlToText(blocksOf(prompt)[0] ?? ''))) return { tries: null, warning: OUTDATED }
  if (isToCome(data.day, now))
    return { tries: null, warning: { rule: TRIED_IN_FUTURE, message: '“Tries” is of a day to come. Readers do not see it.' } }
  return { tries: data }
}

/** One line that completes “Use when …”, short enough for the description of a skill, which has at most 1,024 characters. */
const SITUATION = /^(?!(?:use (?:\w+ )?)?(?:when|if|for|to)[ :,]).{1,200}$/iu

const USE_WHEN_INVALID: Warning = {
  rule: 'use_when_invalid',
  message:
    '“Use when” is not shown. It must be one line of at most 200 characters that begins with the situation, such as “a test fails after a change”.',
}

async function buildResource({ tries: written, ...given }: ResourceProperties, ctx: PageContext): Promise<Built<ResourceRow>> {
  const tried = triedProblem(given, ctx.now())
  const useWhen = given.use_when === null || SITUATION.test(given.use_when) ? undefined : USE_WHEN_INVALID
  const properties = { ...given, ...(tried && { tried_with: null, tried_on: null }), ...(useWhen && { use_when: null }) }
  const copier = createFileCopier(ctx)
  const { parts, columns } = await readPage({ kind: 'resource', page_id: properties.notion_page_id, video_url: null }, copier, ctx)
  refuseEmptyPage(parts, 'resource')
  const { tries, warning: triesWarning } = readTries(written, parts.prompt?.html ?? '', ctx.now())
  const isLast = tries !== null && (properties.tried_on === null || properties.tried_on <= tries.day)
  const last = isLast ? { tried_with: tries.tool, tried_on: tries.day } : {}
  const warnings = [...columns.warnings, tried, triesWarning, useWhen].filter((warning) => warning !== undefined)
  return { row: { ...properties, ...last, tries, ...columns, warnings, parts }, files: copier.hashes() }
}

const FAILED = 'Notion fails to return the page. If it keeps failing, move the blocks that were added last to a new page.'

/**
 * Fetches and renders a page.
 * @throws PageRefused when it may not be published.
 */
export async function buildPage(page: PageProperties, ctx: BuildContext): Promise<MirrorPage & { files: string[] }> {
  const originals = new Set<string>()
  try {
    return await build(page, { ...ctx, originals })
  } catch (error) {
    if (isServerError(error)) throw new PageRefused(PAGE_FAILED, FAILED, { mayPassLater: true })
    // The originals of synced blocks change without an edit of the page.
    if (error instanceof PageRefused && originals.size > 0) throw new PageRefused(error.rule, error.message, { mayPassLater: true })
    throw error
  }
}

async function build(page: PageProperties, ctx: PageContext): Promise<MirrorPage & { files: string[] }> {
  switch (page.kind) {
    case 'course':
      return { kind: 'course', ...(await buildCourse(page.properties, ctx)) }
    case 'session':
      return { kind: 'session', ...(await buildSession(page.properties, ctx)) }
    case 'tutorial':
      return { kind: 'tutorial', ...(await buildTutorial(page.properties, ctx)) }
    case 'resource':
      return { kind: 'resource', ...(await buildResource(page.properties, ctx)) }
  }
}
