import type { RichTextItemResponse } from '@notionhq/client'
import type { Checkpoint, CheckpointFile } from '../mirror/content.table.ts'
import { isUnreadNote } from '../notion/preview-limits.ts'
import { type BlockNode, type Warning, withDescendants } from '../render/block-node.ts'
import { cleanText } from '../render/escape.ts'
import { plainText } from '../render/rich-text.ts'
import { findSections, sectionName } from './page-sections.ts'

export const CHECKPOINT_LIMITS = { files: 100, bytes: 1_000_000, pathCharacters: 120, projectCharacters: 60 } as const

/** Matches a name that every operating system can save: without `..`, without spaces, and without a leading `-`, which commands read as an option. */
const SAFE_NAME = /^(?!-)[A-Za-z0-9._-]*[A-Za-z0-9_-]$/
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** Matches a control character that no text file contains. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n]/u
const MEDIA: readonly string[] = ['image', 'video', 'audio', 'file', 'pdf']

const PREVIOUS_FILES = 'Until this is corrected, learners get the files from before, if there are any.'

const warningOf = (problem: string, block_id?: string): Warning => ({
  rule: 'checkpoint_invalid',
  // The problem quotes the author's text, and may cut it inside a character.
  message: cleanText(`${problem} ${PREVIOUS_FILES}`),
  block_id,
})

/** Returns the problem of a file's path, in words for the author; undefined for a path that every computer can save. */
export function pathProblem(path: string): string | undefined {
  if (path === '')
    return 'A code block under “Checkpoint” has no caption. Write the path of its file there, such as “board.js” or “src/board.js”.'
  const shown = `“${path.slice(0, CHECKPOINT_LIMITS.pathCharacters)}”`
  if (path.length > CHECKPOINT_LIMITS.pathCharacters)
    return `The path ${shown}… is too long. Use at most ${CHECKPOINT_LIMITS.pathCharacters} characters.`
  if (path.startsWith('/') || /^[a-z]:/i.test(path))
    return `The path ${shown} begins at the root of a disk. Begin it in the project, such as “src/board.js”.`
  const names = path.split('/')
  if (names.includes('..') || names.includes('.')) return `The path ${shown} has “.” or “..” in it. Write the folders by their names.`
  if (names.some((name) => !SAFE_NAME.test(name)))
    return `The path ${shown} has characters that not every computer can save. Use letters without accents, digits, “.”, “-”, “_”, and “/” between folders.`
  if (names.some((name) => RESERVED_ON_WINDOWS.test(name)))
    return `The path ${shown} has a name that Windows cannot save. Choose another one.`
  return undefined
}

/** Returns why a path conflicts with earlier paths: the same file twice, or one name for a file and a folder; undefined without a conflict. */
function conflictProblem(path: string, taken: ReadonlyMap<string, 'file' | 'folder'>): string | undefined {
  const key = path.toLowerCase()
  if (taken.get(key) === 'file') return `Two code blocks under “Checkpoint” have the path “${path}”. Capitals make no difference.`
  if (taken.get(key) === 'folder' || foldersOf(key).some((folder) => taken.get(folder) === 'file'))
    return `The path “${path}” uses one name for a file and for a folder. Rename one of them.`
  return undefined
}

const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, depth, names) => names.slice(0, depth + 1).join('/'))

/** Returns the text of a file. Converts line ends to `\n`, and restores the last one, which Notion's editor removes. */
function fileText(items: RichTextItemResponse[]): string {
  const text = items
    .map(({ plain_text }) => plain_text)
    .join('')
    .replace(/\r\n?/g, '\n')
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

const textProblem = (path: string, text: string): string | undefined =>
  CONTROL_CHARACTER.test(text) || !text.isWellFormed()
    ? `The file “${path}” is not plain text. A checkpoint holds text files only.`
    : undefined

/** Returns the name of the folder from the heading: "signal-board" for "Checkpoint: Signal Board". */
const projectOf = (heading: string): string =>
  sectionName(heading)
    .replace(/^checkpoint/, '')
    .normalize('NFKD')
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .replace(/ +/g, '-')
    .slice(0, CHECKPOINT_LIMITS.projectCharacters)
    .replace(/-$/, '') || 'project'

function sizeProblems(files: CheckpointFile[], size: number): Warning[] {
  const { files: mostFiles, bytes } = CHECKPOINT_LIMITS
  if (files.length > mostFiles) return [warningOf(`There are ${files.length} files under “Checkpoint”. At most ${mostFiles} are allowed.`)]
  if (size > bytes)
    return [warningOf(`The files under “Checkpoint” have ${Math.ceil(size / 1000)} kB. At most ${bytes / 1000} kB are allowed.`)]
  return []
}

/**
 * Reads the section "Checkpoint" of a session's page: each code block is a file, its caption the path. `checkpoint` is null if the page
 * has no such section, and undefined if the section has mistakes. `warnings` describe the mistakes.
 */
export function readCheckpoint(nodes: BlockNode[]): { checkpoint: Checkpoint | null | undefined; warnings: Warning[] } {
  const sections = findSections(nodes, (name) => /^checkpoint(?: |$)/.test(name))
  const [first] = sections
  if (!first) return { checkpoint: null, warnings: [] }
  const warnings: Warning[] = []
  const files: CheckpointFile[] = []
  const taken = new Map<string, 'file' | 'folder'>()
  const blocks = withDescendants(sections.flatMap((section) => section.nodes))
  for (const { block } of blocks) {
    if (MEDIA.includes(block.type))
      warnings.push(
        warningOf('Only code blocks become files of a checkpoint. Take pictures and uploaded files out of “Checkpoint”.', block.id),
      )
    if (block.type !== 'code') continue
    const path = plainText(block.code.caption).trim()
    const text = fileText(block.code.rich_text)
    const problem = pathProblem(path) ?? conflictProblem(path, taken) ?? textProblem(path, text)
    if (problem !== undefined) warnings.push(warningOf(problem, block.id))
    else files.push({ path, text })
    taken.set(path.toLowerCase(), 'file')
    for (const folder of foldersOf(path.toLowerCase())) if (!taken.has(folder)) taken.set(folder, 'folder')
  }
  const size = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  warnings.push(...sizeProblems(files, size))
  if (files.length === 0 && warnings.length === 0 && !blocks.some(isUnreadNote))
    warnings.push(warningOf('There is no code block under “Checkpoint”. Add the files of the project, or remove the heading.'))
  return { checkpoint: warnings.length > 0 ? undefined : { project: projectOf(first.heading), files, size }, warnings }
}
