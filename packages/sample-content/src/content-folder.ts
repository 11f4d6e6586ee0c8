import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import { FrontMatter } from './front-matter.ts'

/** Opens a Markdown file of the content. `names` are the parts of its path below `root`. Throws a ContentError if it does not exist. */
export function openMarkdown(root: string, ...names: string[]): FrontMatter {
  const file = path.posix.join(...names)
  try {
    return new FrontMatter(file, readFileSync(path.join(root, file), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ContentError(file, 'does not exist', { cause: error })
    throw error
  }
}

/** Returns the sorted names of the Markdown files directly in a folder; empty if the folder does not exist. */
export const listMarkdownFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .toSorted()
    : []

type Item = { file: string; slug: string; order: number }

/** Throws a ContentError that names both files if two items have the same slug or position. */
export function assertUnique(items: readonly Item[], key: 'slug' | 'order') {
  const fileByValue = new Map<string | number, string>()
  for (const item of items) {
    const other = fileByValue.get(item[key])
    if (other !== undefined) throw new ContentError(item.file, `field "${key}" is already "${item[key]}" in ${other}`)
    fileByValue.set(item[key], item.file)
  }
}
