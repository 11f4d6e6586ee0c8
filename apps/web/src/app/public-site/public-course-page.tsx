import { COURSES, type CourseId, CURRENCIES, type Currency, formatAmount, GUARANTEE_DAYS, isCourseId, OFFERS } from '@academy/catalog'
import type { PublicCourse } from '@academy/contract'
import { firstFreeTutorial } from '../../features/courses/course-outline.ts'
import { CourseTotals } from '../../features/courses/course-totals.tsx'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { formatDay } from '../../ui/format-date.ts'
import { PublicPage } from './public-page.tsx'
import { Syllabus } from './syllabus.tsx'

/** A course beside the Master Course, for visitors: what it teaches, and its price or the day on which it opens. */
export function PublicCoursePage({ course }: { course: PublicCourse }) {
  return (
    <PublicPage>
      <div className="bg-grid">
        <div className="mx-auto max-w-page px-4 py-10 sm:px-8 sm:py-16">
          <h1 className="font-display text-4xl font-bold tracking-tight text-balance">{course.name}</h1>
          <p className="mt-5 max-w-prose whitespace-pre-line text-lg">{course.description}</p>
          {course.opens_on === null ? <OpenCourse course={course} /> : <UpcomingCourse course={course} opensOn={course.opens_on} />}
          <div className="mt-6">
            <CourseTotals sessions={course.sessions} showFree />
          </div>
        </div>
      </div>
      <Syllabus course={course} title="What you learn" />
    </PublicPage>
  )
}

const UpcomingCourse = ({ course, opensOn }: { course: PublicCourse; opensOn: string }) => (
  <>
    <p className="mt-6 font-semibold">{`Opens on ${formatDay(opensOn)}.`}</p>
    <a href={paths.waitingList(course.id)} className={buttonClasses('primary', 'md', 'mt-4')}>
      Tell me when it opens
    </a>
  </>
)

function OpenCourse({ course }: { course: PublicCourse }) {
  const free = firstFreeTutorial(course.sessions)
  return (
    <>
      {course.product !== null && isCourseId(course.product) && <Price product={course.product} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {free && (
          <a href={publicPaths.freeTutorial(free.id)} className={buttonClasses('primary', 'md')}>
            Read a free tutorial
          </a>
        )}
        <a
          href={`${paths.signup()}?from=${encodeURIComponent(paths.course(course.id))}`}
          className={buttonClasses(free ? 'secondary' : 'primary', 'md')}
        >
          Create your account
        </a>
      </div>
    </>
  )
}

function Price({ product }: { product: CourseId }) {
  const inAllCurrencies = (amounts: Readonly<Record<Currency, number>>) =>
    CURRENCIES.map((currency) => formatAmount(amounts[currency], currency)).join(' or ')
  const { studioAmounts } = OFFERS[product]
  return (
    <div className="mt-6">
      <p className="font-semibold">{`${inAllCurrencies(COURSES[product].amounts)}, paid once. Prices include any tax.`}</p>
      {studioAmounts && <p>{`With ${OFFERS.studio.title}: ${inAllCurrencies(studioAmounts)}.`}</p>}
      <p className="text-muted">{`${GUARANTEE_DAYS}-day “haven’t started” money-back guarantee, once per person.`}</p>
    </div>
  )
}
