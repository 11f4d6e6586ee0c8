import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import { readEmbeddedFiles } from './content-files.ts'
import { assertUnique, listMarkdownFiles } from './content-folder.ts'
import { openMarkdown } from './front-matter.ts'
import { type LibraryItemContent, libraryFields } from './sample-content.ts'
import { splitBody } from './split-body.ts'

const PARTS = ['Prerequisite', 'Prompt', 'Code sample', 'Additional instructions']

function assertParts({ file, body }: LibraryItemContent) {
  const { intro, parts } = splitBody(body)
  if (intro !== '') throw new ContentError(file, `has text above its first heading; each part needs one of ${PARTS.join(', ')}`)
  const headings = parts.map(({ heading }) => heading)
  for (const [index, { heading, text }] of parts.entries()) {
    if (!PARTS.includes(heading)) throw new ContentError(file, `has a part "${heading}", which should be one of ${PARTS.join(', ')}`)
    if (headings.indexOf(heading) !== index) throw new ContentError(file, `has the part "${heading}" twice`)
    if (text === '') throw new ContentError(file, `has no text below "${heading}"`)
  }
  if (!headings.includes('Prompt')) throw new ContentError(file, 'has no part "Prompt"')
}

function readItem(root: string, name: string): LibraryItemContent {
  const { file, body, fields } = openMarkdown(root, libraryFields, 'library', name)
  const tries = path.join(root, 'library', 'tries', `${fields.slug}.json`)
  const item = {
    ...{ file, ...fields, body, files: readEmbeddedFiles(path.join(root, 'library'), file, body) },
    tries: existsSync(tries) ? readFileSync(tries, 'utf8') : null,
  }
  assertParts(item)
  return item
}

function assertRelated(items: readonly LibraryItemContent[]) {
  const slugs = new Set(items.map(({ slug }) => slug))
  for (const { file, slug, related } of items) {
    const missing = related.find((other) => !slugs.has(other))
    if (missing !== undefined) throw new ContentError(file, `field "related" names "${missing}", which is not the slug of any item`)
    if (related.includes(slug)) throw new ContentError(file, 'field "related" names the item itself')
  }
}

/** Loads the Prompt Library from the folder `library` of the content, sorted. Throws a ContentError that names the file and the field. */
export function loadLibrary(root: string): LibraryItemContent[] {
  const items = listMarkdownFiles(path.join(root, 'library')).map((name) => readItem(root, name))
  assertUnique(items, 'slug')
  assertUnique(items, 'order')
  assertRelated(items)
  return items.toSorted((a, b) => a.order - b.order)
}
