import { lazy, Suspense } from 'react'
import { Questions } from '../../ui/accordion.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { hasDraws } from './has-draws.ts'
import { WeekPicker } from './week-picker.tsx'

/** The points of 'How It Works'. */
const howItWorks = [
  ['Weekly Selection', 'Each week, three premium subscribers are randomly picked for a 30-minute one-on-one session.'],
  ['Personalized Guidance', "30 minutes on your project: what to build next, what to cut, where you're stuck."],
  ['Flexible Registration', 'Enter the weeks that suit you. Skipping one costs nothing.'],
] as const

/** Questions and answers of the page. The specification has no text for what to prepare. */
const questions = [
  ['How are the winners selected?', 'At random, among the premium subscribers who registered for that week.'],
  ['Can I register for multiple weeks?', 'Yes. Register for as many weeks as you want.'],
  ["What happens if I'm selected?", "We'll email you a calendar invite for your 30-minute session."],
  ['What should I prepare?', "Your biggest open question, and something to show: a prototype, a prompt that doesn't work, or your brief."],
] as const

// Only where the academy holds draws: otherwise the page sends no requests.
const StoredWeeks = lazy(async () => ({ default: (await import('./stored-weeks.tsx')).StoredWeeks }))

/** The mentorship lottery. It checks no subscription. Without draws it keeps registrations in the browser alone. */
export default function MentorshipPage() {
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Weekly Mentorship Program" lead="30 minutes with an experienced builder, on the project you're working on." />
      {hasDraws() ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
          <Suspense fallback={<PageSpinner />}>
            <StoredWeeks />
          </Suspense>
          <HowItWorks />
        </div>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
          <HowItWorks />
          <WeekPicker />
        </div>
      )}
      <Card>
        <h2 className="mb-2 text-xl">Frequently Asked Questions</h2>
        <Questions questions={questions} />
      </Card>
    </div>
  )
}

const HowItWorks = () => (
  <Card>
    <h2 className="mb-4 text-xl">How It Works</h2>
    <ul className="flex flex-col gap-4">
      {howItWorks.map(([title, text]) => (
        <li key={title} className="border-l-4 border-accent pl-4">
          <h3 className="text-base">{title}</h3>
          <p className="mt-0.5 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </Card>
)
