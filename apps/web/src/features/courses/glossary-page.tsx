import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { env } from '../../env.ts'
import { GLOSSARY } from '../../glossary.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchedList } from '../../ui/searched-list.tsx'
import { sessionsQuery, useFurtherCourses } from './course-queries.ts'

const textOf = ({ term, meaning }: (typeof GLOSSARY)[number]) => `${term}\n${meaning}`

/** The words of engineers in one sentence each, with the tutorial that uses them. Everyone may read it. */
export default function GlossaryPage() {
  const courseIds = [env.masterCourseId, ...useFurtherCourses().map(({ id }) => id)]
  const outlines = useQueries({ queries: courseIds.map((courseId) => sessionsQuery(courseId)) })
  const tutorials = new Map(
    courseIds.flatMap((courseId, index) =>
      (outlines[index]?.data ?? []).flatMap((session) =>
        session.tutorials.map(({ id, name }) => [id, { name, to: paths.tutorial(courseId, session.id, id) }] as const),
      ),
    ),
  )
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Glossary" lead="What engineers say, in one sentence each, and the tutorial in which you need it." />
      <SearchedList items={GLOSSARY} textOf={textOf} noun="word" label="Search the glossary" covers="the words and what they mean">
        {(found) => (
          <dl className="max-w-prose divide-y divide-rule border-y border-rule">
            {found.map(({ term, meaning, tutorial }) => {
              const page = tutorials.get(tutorial)
              return (
                <div key={term} className="py-4">
                  <dt className="font-semibold">{term}</dt>
                  <dd className="mt-1">
                    {meaning}
                    {page && (
                      <Link to={page.to} className="text-link mt-1 block text-sm">
                        {page.name}
                      </Link>
                    )}
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
      </SearchedList>
    </div>
  )
}
