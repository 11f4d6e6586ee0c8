import { PageHeading } from '../../ui/page-heading.tsx'
import { MorePlaces } from './more-places.tsx'
import { SlackEntrance } from './slack-entrance.tsx'

const purposes = [
  ['Ask when you are stuck', 'Say what you tried, and paste the prompt and what came back. Somebody may have stood there before you.'],
  ['Show what you built', 'A link and two sentences are enough. Early and unfinished is welcome.'],
  ['Say how a tutorial went', 'What worked for you and what did not goes into the #feedback channel.'],
] as const

/** What the community is for, and the way into it. Whoever lacks it stays on the page, behind the pricing dialog (COMM-01..03, D-70). */
export default function CommunityPage() {
  return (
    <div className="flex flex-col gap-10">
      <header>
        <PageHeading>Builder Community</PageHeading>
        <p className="mt-3 mb-6 max-w-prose text-lg text-muted">
          A Slack workspace for everyone who builds with this academy. Bring a question, leave with an answer, and help the next one along.
        </p>
        <SlackEntrance to="slack_standard" />
      </header>
      <section aria-labelledby="community-purposes">
        <h2 id="community-purposes" className="mb-2 text-xl">
          What it is for
        </h2>
        <ul className="max-w-prose divide-y divide-rule border-y border-rule">
          {purposes.map(([title, text]) => (
            <li key={title} className="py-4">
              <h3 className="text-base font-semibold">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <MorePlaces />
    </div>
  )
}
