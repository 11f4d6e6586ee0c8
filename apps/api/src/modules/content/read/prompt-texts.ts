import { hash } from 'node:crypto'
import { htmlToText, isEmptyHtml } from '@academy/contract/html-to-text'

/** Returns a part as plain text; null for one without content. */
export const partText = (html: string | null | undefined): string | null => (isEmptyHtml(html) ? null : htmlToText(html ?? ''))

/** Returns a hash that identifies a version of a prompt and its code sample. It depends on their text alone, not on the rendering. */
export const hashPrompt = (content: string | null, code: string | null): string => hash('sha256', JSON.stringify([content, code]))
