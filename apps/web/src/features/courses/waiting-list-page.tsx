import type { PublicCourse } from '@academy/contract'
import { useParams } from 'react-router'
import { loadPublic, usePublic } from '../../api/use-public.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { WaitingList } from './waiting-list.tsx'

/** A course that has not opened, for everyone: its outline and the waiting list. */
export default function WaitingListPage() {
  const { courseId = '' } = useParams()
  // The key, so that no course is shown at the URL of another.
  return <LoadedCourse key={courseId} courseId={courseId} />
}

function LoadedCourse({ courseId }: { courseId: string }) {
  const [loaded, retry] = usePublic((signal) => loadPublic<PublicCourse>(`/api/public/courses/${encodeURIComponent(courseId)}`, signal))
  if (loaded.state === 'loading') return <PageSpinner />
  if (loaded.state !== 'found') {
    return (
      <NarrowCard>
        {loaded.state === 'missing' ? (
          <ErrorState headingLevel={1} title="Course not found" message="There is no course with this address." />
        ) : (
          <ErrorState headingLevel={1} title="We couldn't load the course" message="Try again in a moment." onRetry={retry} />
        )}
      </NarrowCard>
    )
  }
  const { data: course } = loaded
  const [lead] = course.description.split('\n')
  return (
    <NarrowCard below={<Outline course={course} />}>
      <PageHeading>{course.name}</PageHeading>
      <p className="mt-3 mb-6 text-muted">{lead}</p>
      {course.opens_on === null ? (
        <>
          <p className="mb-5">This course is open.</p>
          <LinkButton to={paths.course(course.id)}>Open the course</LinkButton>
        </>
      ) : (
        <WaitingList course={course} />
      )}
    </NarrowCard>
  )
}

const Outline = ({ course: { sessions, opens_on } }: { course: PublicCourse }) => (
  <section aria-labelledby="outline">
    <h2 id="outline" className="text-xl">
      {opens_on === null ? 'What it teaches' : 'What it will teach'}
    </h2>
    <ol className="mt-4 flex flex-col gap-4">
      {sessions.map(({ id, name, description, tutorials }) => (
        <li key={id}>
          <h3 className="font-semibold">{name}</h3>
          {description && <p className="mt-1 text-sm text-muted">{description}</p>}
          <ul className="mt-2 list-disc pl-5 text-sm">
            {tutorials.map((tutorial) => (
              <li key={tutorial.id}>{tutorial.name}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </section>
)
