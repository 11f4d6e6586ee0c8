import '../../ui/content.css'
import { unescapePrompt } from '@academy/contract/prompt-sections'
import { cx } from '../../ui/class-names.ts'
import { keepWordsUnbroken } from '../../ui/unbroken-words.ts'
import { keepCodeUntranslated } from '../../ui/untranslated-code.ts'

/**
 * Renders content HTML from the API on the server. The API has sanitized it; the Content Security Policy of public pages allows no
 * inline scripts but their own. In the browser use ContentHtml, which sanitizes it again.
 */
export const ServerHtml = ({ html, className }: { html: string; className?: string }) => (
  <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: keepCodeUntranslated(keepWordsUnbroken(html)) }} />
)

/** Renders the HTML of a prompt. `className` is added to that of prompts. */
export const ServerPrompt = ({ html, className }: { html: string; className?: string }) => (
  <ServerHtml html={unescapePrompt(html)} className={cx('prompt-text', className)} />
)
