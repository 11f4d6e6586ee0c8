import type { ResourceToCheck } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Disclosure } from '../../ui/disclosure.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { UtcDay } from '../../ui/utc-day.tsx'
import { promptsToCheckQuery } from './content-queries.ts'
import { Row } from './page-problems.tsx'

/** The prompts of the library that their authors should try again. */
export function PromptsToCheck() {
  const query = useQuery(promptsToCheckQuery())
  if (!query.data && (!query.error || query.isFetching)) return null
  return (
    <Section title="Prompts to try again">
      <QueryView query={query} loading={null} errorTitle="We couldn't load the prompts to try again" headingLevel={3}>
        {(prompts) => {
          const untried = prompts.filter(({ reason }) => reason === 'untried')
          return (
            <div className="flex flex-col gap-5">
              <PromptList prompts={prompts.filter(({ reason }) => reason !== 'untried')} />
              {untried.length > 0 && (
                <Disclosure title={`Never tried (${untried.length.toLocaleString('en')})`} headingLevel={3} defaultOpen={false}>
                  <PromptList prompts={untried} />
                </Disclosure>
              )}
            </div>
          )
        }}
      </QueryView>
    </Section>
  )
}

const PromptList = ({ prompts }: { prompts: ResourceToCheck[] }) => (
  <RuledList empty="None. Prompts are listed here after complaints, or 120 days after they were tried.">
    {prompts.map((prompt) => (
      <Row key={prompt.id} page={prompt}>
        {prompt.reason !== 'untried' && <p className="mt-1 max-w-prose">{reasons[prompt.reason]}</p>}
        <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
          <span>{`${pluralize(prompt.did_not, 'vote')} “Didn't work”, ${prompt.worked.toLocaleString('en')} “Worked”`}</span>
          <LastTry prompt={prompt} />
        </p>
      </Row>
    ))}
  </RuledList>
)

const reasons = {
  complaints: 'Within 14 days, three or more accounts voted that its current text did not work for them.',
  unchecked: 'It has not been tried with a tool for 120 days.',
} as const

const LastTry = ({ prompt: { tried_with, tried_on, published_at } }: { prompt: ResourceToCheck }) =>
  tried_on === null ? (
    <span>
      Never tried, published <Timestamp at={published_at} dateOnly />
    </span>
  ) : (
    <span>
      Tried with {tried_with} <UtcDay day={tried_on} />
    </span>
  )
