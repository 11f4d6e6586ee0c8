import { type HtmlPart, htmlParts, type PartFields, TUTORIAL_PARTS } from '@academy/contract/tutorial-parts'
import type { TutorialParts } from './stored-parts.ts'

/** Returns the parts as the content of a tutorial names them. `withUrls` completes the URLs of files. */
export function partFields(
  parts: TutorialParts,
  diagram_url: string | null,
  withUrls = (html: string) => html,
): Omit<PartFields, 'diagram_size' | 'diagram_description'> {
  const field = (part: HtmlPart) => {
    const html = parts[part]
    return [TUTORIAL_PARTS[part].field, html === null ? null : { html: withUrls(html) }]
  }
  return {
    ...(Object.fromEntries(htmlParts.map(field)) as Omit<PartFields, 'tips' | 'diagram_url' | 'diagram_size' | 'diagram_description'>),
    tips: parts.tips.map(({ parent_html, children_html }) => ({
      parent_html: withUrls(parent_html),
      children_html: withUrls(children_html),
    })),
    diagram_url,
  }
}
