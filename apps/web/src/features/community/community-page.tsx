import { PageHeading } from '../../ui/page-heading.tsx'
import { CommunityLinks } from './community-links.tsx'
import { SlackInvite } from './slack-invite.tsx'

const purposes = [
  ["Ask when you're stuck", 'Say what you tried, and paste the prompt and its output. Someone has probably hit the same problem.'],
  ['Show what you built', 'A link and two sentences are enough. Early and unfinished is welcome.'],
  ['Share feedback on a tutorial', "Tell us what worked and what didn't in #feedback."],
] as const

/** The Builder Community page. Users without access stay on it behind the pricing dialog (COMM-01..03, D-70). */
export default function CommunityPage() {
  return (
    <div className="flex flex-col gap-10">
      <header>
        <PageHeading>Builder Community</PageHeading>
        <p className="mt-3 mb-6 max-w-prose text-lg text-muted">
          Our Slack for everyone building with the academy. Ask, share, and help the next person.
        </p>
        <SlackInvite feature="slack_standard" />
      </header>
      <section aria-labelledby="community-purposes">
        <h2 id="community-purposes" className="mb-2 text-xl">
          What you'll find here
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
      <CommunityLinks />
    </div>
  )
}
