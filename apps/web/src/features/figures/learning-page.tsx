import type { LearnerCount, LearningFigures } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { CsvTable } from '../../ui/csv-table.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { EmptyText, Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { SubPage } from '../../ui/sub-page.tsx'
import { BarPicture } from './bar-picture.tsx'
import { learningQuery, shownCoursesQuery } from './figure-queries.ts'
import { countText, shareText } from './shown-counts.ts'

/** How learners proceed through the course, for the administrator. */
export default function LearningPage() {
  return (
    <SubPage
      parent={{ name: 'Overview', to: paths.overview() }}
      title="Learning"
      lead="Where learners proceed through the course, and where they stop."
    >
      <AdminOnly loading={<LearningSkeleton />}>
        <Learning />
      </AdminOnly>
    </SubPage>
  )
}

function Learning() {
  const [params] = useSearchParams()
  const query = useQuery(learningQuery(params.get('course')))
  if (query.error instanceof ApiError && query.error.status === 403) return <AdminOnlyNotice />
  return (
    <>
      <CourseChoice />
      <QueryView query={query} loading={<LearningSkeleton />} errorTitle="We couldn't load how learners proceed">
        {(figures) => <CourseFigures figures={figures} />}
      </QueryView>
    </>
  )
}

/** Chooses the course of the figures, in the URL; nothing with one course. */
function CourseChoice() {
  const [params, setParams] = useSearchParams()
  const { data: courses = [] } = useQuery(shownCoursesQuery())
  if (courses.length < 2) return null
  return (
    <div className="max-w-narrow">
      <Field label="Course">
        <Select
          value={params.get('course') ?? courses[0]?.id}
          onChange={(event) => setParams({ course: event.target.value })}
          options={courses.map(({ id, name }) => [id, name])}
        />
      </Field>
    </div>
  )
}

const LearningSkeleton = () => (
  <Loading label="Loading figures..." className="flex flex-col gap-6" blocks={['h-56 w-full', 'h-96 w-full']} />
)

const KINDS = { library: 'Resource', tutorial: 'Tutorial' }

/** Returns a count for the picture, in which one that is not told is no bar. */
const barOf = (count: LearnerCount): number => (typeof count === 'number' ? count : 0)

function CourseFigures({
  figures: { computed_at, sessions, copied_prompts, missed_searches, saved_prompts },
}: {
  figures: LearningFigures
}) {
  const tutorials = sessions.flatMap(({ number, tutorials }) =>
    tutorials.map((tutorial, index) => ({ ...tutorial, title: `${number}.${index + 1} ${tutorial.name}` })),
  )
  const checks = sessions.flatMap(({ id, number, name, checked }) =>
    checked === null ? [] : [{ id, name: `${number}. ${name}`, values: [checked] }],
  )
  return (
    <>
      <Section title="The course as a picture">
        <BarPicture
          label="How many accounts opened each tutorial, and marked it as done. The table has each value."
          bars={tutorials.map(({ title, opened, done }) => ({ name: title, value: barOf(done), rest: barOf(opened) - barOf(done) }))}
          format={countText}
          legend={['Done', 'Opened']}
        />
      </Section>
      <Section title="Tutorials">
        <p className="mb-4 max-w-prose text-muted">
          As of {formatDate(computed_at, { dateStyle: 'medium', timeStyle: 'short' })}. “Stopped here” are accounts that were last active in
          a tutorial, and not for 14 days. Counts below 5 are not shown.
        </p>
        <CsvTable
          caption="How learners proceed by tutorial"
          columns={['Tutorial', 'Opened', 'Done', 'Done of opened', 'Stopped here', 'Stopped of opened', 'Median days to the next']}
          rows={tutorials.map(({ id, title, opened, done, stopped, days_to_next }) => {
            const counts = [opened, done, shareText(done, opened), stopped, shareText(stopped, opened)]
            const shown = [...counts.map(countText), days_to_next?.toLocaleString('en') ?? 'n/a']
            return { id, name: title, shown, values: [...counts, days_to_next ?? ''] }
          })}
          fileName="learning.csv"
        />
      </Section>
      {checks.length > 0 && (
        <Section title="Checks">
          <CsvTable
            caption="Accounts whose checks passed by session"
            columns={['Session', 'Checked']}
            rows={checks}
            fileName="checks.csv"
          />
        </Section>
      )}
      <Section title="Searches without a result">
        <p className="mb-4 max-w-prose text-muted">What at least 5 accounts searched for in the last 90 days.</p>
        {missed_searches.length === 0 ? (
          <EmptyText>There are none.</EmptyText>
        ) : (
          <CsvTable
            caption="Accounts by search without a result"
            columns={['Search', 'Accounts']}
            rows={missed_searches.map(({ words, accounts }) => ({ name: words, values: [accounts] }))}
            fileName="searches.csv"
          />
        )}
      </Section>
      <Section title="Copied prompts">
        <p className="mb-4 max-w-prose text-muted">
          Tutorials and resources whose prompts at least 5 accounts copied, or loaded in a coding tool, in the last 90 days.
        </p>
        <PromptTable caption="Accounts by copied prompt" column="Copied from" prompts={copied_prompts} fileName="copied-prompts.csv" />
      </Section>
      <Section title="Saved prompts">
        <p className="mb-4 max-w-prose text-muted">Tutorials and resources whose prompts at least 5 accounts have in My Prompts.</p>
        <PromptTable caption="Accounts by saved prompt" column="Saved from" prompts={saved_prompts} fileName="saved-prompts.csv" />
      </Section>
    </>
  )
}

type PromptTableProps = { caption: string; column: string; prompts: LearningFigures['saved_prompts']; fileName: string }

function PromptTable({ caption, column, prompts, fileName }: PromptTableProps) {
  if (prompts.length === 0) return <EmptyText>There are none.</EmptyText>
  const rows = prompts.map(({ kind, id, name, accounts }) => ({ id: `${kind} ${id}`, name, values: [KINDS[kind], accounts] }))
  return <CsvTable caption={caption} columns={[column, 'Kind', 'Accounts']} rows={rows} fileName={fileName} />
}
