import type { AnsweredTutorial, AnsweredVersion } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { DisclosureHeading } from '../../ui/disclosure-heading.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { EmptyText, RuledList, Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { answeredVersionsQuery, answersQuery } from './content-queries.ts'

const countsText = ({ worked, not_yet }: { worked: number; not_yet: number }) =>
  `${not_yet.toLocaleString('en')} “Not yet”, ${worked.toLocaleString('en')} “Yes”`

/** What learners answered to “Did this work for you?”, by tutorial. */
export function LearnerAnswers() {
  const query = useQuery(answersQuery())
  if (!query.data && (!query.error || query.isFetching)) return null
  return (
    <Section title="Did the tutorials work?">
      <QueryView query={query} loading={null} errorTitle="We couldn't load the answers of learners" headingLevel={3}>
        {(tutorials) => (
          <RuledList empty="No learner has answered yet. Each tutorial ends with the question “Did this work for you?”.">
            {tutorials.map((tutorial) => (
              <AnswersOfTutorial key={tutorial.tutorial_id} tutorial={tutorial} />
            ))}
          </RuledList>
        )}
      </QueryView>
    </Section>
  )
}

function AnswersOfTutorial({ tutorial }: { tutorial: AnsweredTutorial }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-4">
        <DisclosureHeading level={3} open={open} controls={id} onToggle={() => setOpen(!open)}>
          {tutorial.name ?? `${tutorial.tutorial_id} (not published)`}
        </DisclosureHeading>
        <p className="text-sm text-muted tabular-nums max-sm:basis-full max-sm:pl-9">{countsText(tutorial)}</p>
      </div>
      <div id={id} hidden={!open} className="pt-2 pb-3 pl-8">
        {open && <Versions tutorialId={tutorial.tutorial_id} />}
      </div>
    </li>
  )
}

function Versions({ tutorialId }: { tutorialId: string }) {
  const query = useQuery(answeredVersionsQuery(tutorialId))
  return (
    <QueryView query={query} loading={<Skeleton className="h-20" />} errorTitle="We couldn't load the answers" headingLevel={3}>
      {(versions) => (
        <div className="flex flex-col gap-6">
          {versions.map((version) => (
            <Version key={version.last_at} version={version} />
          ))}
        </div>
      )}
    </QueryView>
  )
}

const Version = ({ version }: { version: AnsweredVersion }) => (
  <div>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
      <Badge tone={version.current ? 'positive' : 'neutral'}>{version.current ? 'Current text' : 'Earlier text'}</Badge>
      <span>{countsText(version)}</span>
      <span>
        Last answer <Timestamp at={version.last_at} dateOnly />
      </span>
    </p>
    {version.texts.length === 0 && <EmptyText>No texts.</EmptyText>}
    <ul className="mt-3 flex flex-col gap-4">
      {version.texts.map(({ text, system, tool, name, at }) => (
        <li key={at + text} className="max-w-prose">
          <p className="break-words whitespace-pre-line" dir="auto">
            {text}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
            {[name ?? 'Without a name', system, tool].filter(Boolean).map((part) => (
              <span key={part}>{part}</span>
            ))}
            <Timestamp at={at} dateOnly />
          </p>
        </li>
      ))}
    </ul>
  </div>
)
