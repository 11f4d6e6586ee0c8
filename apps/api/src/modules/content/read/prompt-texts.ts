import { hash } from 'node:crypto'
import { htmlToText, isEmptyHtml } from '@academy/contract/html-to-text'
import { htmlParts } from '@academy/contract/tutorial-parts'
import type { TutorialParts } from '../mirror/stored-parts.ts'

/** Returns a part as plain text; null for one without content. */
export const partText = (html: string | null | undefined): string | null => (isEmptyHtml(html) ? null : htmlToText(html ?? ''))

/** Returns a hash that identifies a version of a prompt and its code sample. It depends on their text alone, not on the rendering. */
export const hashPrompt = (content: string | null, code: string | null): string => hash('sha256', JSON.stringify([content, code]))

/** Returns the hash by which a prompt is found unchanged since it was tried. */
export const digestPrompt = (prompt: string): string => hash('sha256', prompt.trim())

/** Returns a hash that identifies a version of a tutorial's text. It does not depend on the rendering. */
export const hashTutorial = (parts: TutorialParts): string =>
  hash(
    'sha256',
    JSON.stringify([
      htmlParts.map((part) => partText(parts[part])),
      parts.tips.map(({ parent_html, children_html }) => [partText(parent_html), partText(children_html)]),
    ]),
  )
