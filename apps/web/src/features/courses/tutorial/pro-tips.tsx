import '../../../ui/prompt-sheet.css'
import type { TutorialContent } from '@academy/contract'
import { Accordion } from '../../../ui/accordion.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Prose } from '../../../ui/prose.tsx'

/** Tips that open one at a time; the block itself starts open, its items closed (D-45). */
export function ProTips({ tips }: { tips: TutorialContent['tips'] }) {
  const items = tips.map((tip, index) => ({
    id: String(index),
    title: <Prose html={tip.parent_html} className="prose-line" />,
    content: <Prose html={tip.children_html} />,
  }))
  return (
    <Disclosure title="Pro Tips" headingLevel={3}>
      <Accordion items={items} />
    </Disclosure>
  )
}
