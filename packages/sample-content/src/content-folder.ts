import { existsSync, readdirSync } from 'node:fs'
import { ContentError } from './content-error.ts'

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
