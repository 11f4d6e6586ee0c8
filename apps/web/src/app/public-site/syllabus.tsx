import type { PublicCourse } from '@academy/contract'
import { type ReactNode, useId } from 'react'
import { formatStudyMinutes } from '../../features/courses/course-outline.ts'
import { publicPaths } from '../../public-paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChevronDown } from '../../ui/icons.ts'
import { pluralize } from '../../ui/pluralize.ts'

type SectionProps = {
  id?: string
  title: string
  /** Whether the bottom bar is hidden beside it, because its own buttons do the same. */
  withoutBar?: boolean
  children: ReactNode
}

/** A section of a page for visitors, as wide as the page. */
export function Section({ id, title, withoutBar, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} data-without-bar={withoutBar} className="border-t border-rule">
      <div className="mx-auto max-w-page px-4 py-7 sm:px-8 sm:py-16">
        <h2 id={headingId} className="mb-4 text-2xl sm:mb-6 sm:text-3xl">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}

/** The sessions of a course with their tutorials. The first session with a free tutorial is open. */
export function Syllabus({ course, title, lead }: { course: PublicCourse; title: string; lead?: string }) {
  const firstFree = course.sessions.find((session) => freeCount(session) > 0)
  return (
    <Section id="syllabus" title={title}>
      {lead && <p className="mb-6 max-w-prose whitespace-pre-line sm:text-lg">{lead}</p>}
      <ol className="divide-y divide-rule border-y border-rule">
        {course.sessions.map((session) => (
          <li key={session.id}>
            <details open={session === firstFree} className="group">
              <summary className="flex list-none items-start gap-3 py-3 [&::-webkit-details-marker]:hidden">
                <ChevronDown aria-hidden="true" className="mt-1 size-5 shrink-0 -rotate-90 text-muted group-open:rotate-0" />
                <span aria-hidden="true" className="w-7 shrink-0 font-display text-lg font-bold tabular-nums">
                  {session.number}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="font-display text-lg font-bold">{session.name}</span>
                  <span className="hidden text-muted group-open:block sm:block">{session.description}</span>
                </span>
                {freeCount(session) > 0 && <Badge tone="positive">{`${freeCount(session)} free`}</Badge>}
                <span className="hidden shrink-0 pt-1 text-sm text-muted tabular-nums sm:inline">
                  {pluralize(session.tutorials.length, 'tutorial')}
                </span>
              </summary>
              <ul className="mb-5 ml-10 sm:ml-18 flex flex-col gap-1.5">
                {session.tutorials.map(({ id, name, free, ...times }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    {free ? (
                      <a href={publicPaths.freeTutorial(id)} className="text-link">
                        {name}
                      </a>
                    ) : (
                      <span>{name}</span>
                    )}
                    {free && <Badge tone="positive">Free</Badge>}
                    <span className="text-sm text-muted tabular-nums empty:hidden">{formatStudyMinutes(times)}</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const freeCount = ({ tutorials }: PublicCourse['sessions'][number]) => tutorials.filter(({ free }) => free).length
