import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import { FrontMatter } from './front-matter.ts'

/** One file of the content, named in messages by its path below the content folder. */
export function openSource(root: string, ...names: string[]): FrontMatter {
  const file = path.posix.join(...names)
  try {
    return new FrontMatter(file, readFileSync(path.join(root, file), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ContentError(file, 'does not exist', { cause: error })
    throw error
  }
}

/** Names of the Markdown files right in a folder, in order; none where there is no such folder. */
export const markdownIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .toSorted()
    : []

type Numbered = { file: string; slug: string; order: number }

/** Throws with both files where two items claim one slug or one place. */
export function assertDistinct(items: readonly Numbered[], key: 'slug' | 'order') {
  const seen = new Map<string | number, string>()
  for (const item of items) {
    const other = seen.get(item[key])
    if (other !== undefined) throw new ContentError(item.file, `field "${key}" is "${item[key]}" in ${other} already`)
    seen.set(item[key], item.file)
  }
}
