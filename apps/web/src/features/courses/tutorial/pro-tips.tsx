import '../../../ui/copy-block.css'
import type { TutorialContent } from '@academy/contract'
import { Accordion } from '../../../ui/accordion.tsx'
import { ContentHtml } from '../../../ui/content-html.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'

/** Tips, of which one is open at a time; all start closed (D-45). */
export function ProTips({ tips }: { tips: TutorialContent['tips'] }) {
  const items = tips.map((tip, index) => ({
    id: String(index),
    title: <ContentHtml html={tip.parent_html} className="prose-line" />,
    content: <ContentHtml html={tip.children_html} />,
  }))
  return (
    <Disclosure title="Pro Tips" headingLevel={3}>
      <Accordion items={items} />
    </Disclosure>
  )
}
