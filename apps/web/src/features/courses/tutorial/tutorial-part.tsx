import { type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'

/** A titled part of a tutorial; `framed` sets it apart as a box. */
export function TutorialPart({ title, framed = false, children }: { title: string; framed?: boolean; children: ReactNode }) {
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
