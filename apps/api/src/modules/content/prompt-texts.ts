import { createHash } from 'node:crypto'
import { htmlToText, isEmptyHtml } from '@academy/contract/html-to-text'

/** Returns a part as plain text; null for one without content. */
export const partText = (html: string | null | undefined): string | null => (isEmptyHtml(html) ? null : htmlToText(html ?? ''))

/** Returns what names a version of a prompt and its code sample. It depends on their text alone, not on how that is rendered. */
export const hashPrompt = (content: string | null, code: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([content, code]))
    .digest('hex')
