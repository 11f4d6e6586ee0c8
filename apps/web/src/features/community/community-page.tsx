import { PageHeader } from '../../ui/page-header.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
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
      <PageHeader title="Builder Community" lead="Our Slack for everyone building with the academy. Ask, share, and help the next person.">
        <SlackInvite feature="slack_standard" />
      </PageHeader>
      <Section title="What you'll find here">
        <div className="max-w-prose">
          <RuledList>
            {purposes.map(([title, text]) => (
              <li key={title} className="py-4">
                <h3 className="text-base font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </RuledList>
        </div>
      </Section>
      <CommunityLinks />
    </div>
  )
}
