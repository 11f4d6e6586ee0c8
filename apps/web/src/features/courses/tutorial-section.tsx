import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'

/** A section of a tutorial; `framed` puts it in a card. */
export function TutorialSection({ title, framed = false, children }: { title: string; framed?: boolean; children: ReactNode }) {
  const id = useId()
  const content = (
    <>
      <h3 id={id} className="mb-3 text-lg">
        {title}
      </h3>
      {children}
    </>
  )
  return <section aria-labelledby={id}>{framed ? <Card>{content}</Card> : content}</section>
}
