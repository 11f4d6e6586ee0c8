import { foldText } from '@academy/contract/fold-text'
import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { env } from '../../env.ts'
import { GLOSSARY } from '../../glossary.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { sessionsQuery, useFurtherCourses } from './course-queries.ts'

const searchTexts = GLOSSARY.map(({ term, meaning }) => foldText(`${term}\n${meaning}`))

/** The words of engineers in one sentence each, with the tutorial that uses them. Everyone may read it. */
export default function GlossaryPage() {
  const { search, setSearch, flush, updateSearch } = useUrlSearch()
  const searchBox = useRef<HTMLInputElement>(null)
  const courseIds = [env.masterCourseId, ...useFurtherCourses().map(({ id }) => id)]
  const outlines = useQueries({ queries: courseIds.map((courseId) => sessionsQuery(courseId)) })
  const tutorials = new Map(
    courseIds.flatMap((courseId, index) =>
      (outlines[index]?.data ?? []).flatMap((session) =>
        session.tutorials.map(({ id, name }) => [id, { name, to: paths.tutorial(courseId, session.id, id) }] as const),
      ),
    ),
  )
  const words = foldText(search).split(' ').filter(Boolean)
  const found = GLOSSARY.filter((_term, index) => words.every((word) => searchTexts[index]?.includes(word)))
  const all = pluralize(GLOSSARY.length, 'word')
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Glossary" lead="What engineers say, in one sentence each, and the tutorial in which you need it." />
      <div>
        <SearchBox
          ref={searchBox}
          label="Search the glossary"
          placeholder="Search words..."
          value={search}
          onChange={setSearch}
          onBlur={flush}
        />
        <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
          {found.length === GLOSSARY.length ? all : `${found.length} of ${all}`}
        </p>
        {found.length > 0 ? (
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
        ) : (
          <EmptyState
            title="No words found"
            action={
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  updateSearch('')
                  // The button disappears.
                  searchBox.current?.focus()
                }}
              >
                Show all words
              </Button>
            }
          >
            No matches for “{search.trim()}”. Search covers the words and what they mean.
          </EmptyState>
        )}
      </div>
    </div>
  )
}
