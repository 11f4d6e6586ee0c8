import { type ReactNode, useId } from 'react'
import { ChevronDown } from './icons.ts'

type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

/** Shows one item at a time, or none. `<details name>` makes the browser close the other items. */
export function Accordion({ items, defaultOpen }: { items: readonly AccordionItem[]; defaultOpen?: string }) {
  const name = useId()
  return (
    <div className="divide-y divide-rule">
      {items.map((item) => (
        <details key={item.id} name={name} open={item.id === defaultOpen} className="group">
          <summary className="flex min-h-11 list-none items-start gap-2 rounded-md px-2 py-2.5 font-semibold hover:bg-sunken [&::-webkit-details-marker]:hidden">
            <ChevronDown
              aria-hidden="true"
              className="mt-0.5 size-5 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
            />
            <span className="min-w-0 flex-1">{item.title}</span>
          </summary>
          <div className="px-2 pt-1 pb-4 pl-9">{item.content}</div>
        </details>
      ))}
    </div>
  )
}

type QuestionsProps = { questions: readonly (readonly [question: string, answer: string])[] }

/** Questions with their answers, of which the first is open. */
export const Questions = ({ questions }: QuestionsProps) => (
  <Accordion
    defaultOpen={questions[0]?.[0] ?? ''}
    items={questions.map(([question, answer]) => ({
      id: question,
      title: question,
      content: <p className="max-w-prose text-muted">{answer}</p>,
    }))}
  />
)
