import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { SlackInvite } from './slack-invite.tsx'

const purposes = [
  ["Ask when you're stuck", 'Say what you tried, and paste the prompt and its output. Someone has probably hit the same problem.'],
  ['Show what you built', 'A link and two sentences are enough. Early and unfinished is welcome.'],
  ['Share feedback on a tutorial', "Tell us what worked and what didn't in #feedback."],
] as const

/** The Builder Community page. Users without access see it behind the pricing dialog. */
export default function CommunityPage() {
  return (
    <div className="flex flex-col gap-10">
      <PageHeader title="Builder Community" lead="Our Slack for everyone building with the academy. Ask, share, and help the next person.">
        <SlackInvite feature="slack_standard" />
      </PageHeader>
      <div className="grid gap-10 max-xl:max-w-prose xl:grid-cols-2 xl:gap-16">
        <Section title="What you'll find here">
          <RuledList>
            {purposes.map(([title, text]) => (
              <li key={title} className="py-4">
                <h3 className="text-base font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </RuledList>
        </Section>
        <CommunityLinks />
      </div>
    </div>
  )
}

const links = [
  ['Weekly Mentorship Program', paths.mentorship(), 'Each week, three premium subscribers win a 30-minute one-on-one session.'],
  ['Vibe Coder Boards', paths.coderBoards(), 'Example projects, to give you ideas.'],
] as const

/** Links to the pages that no menu contains. */
const CommunityLinks = () => (
  <Section title="Also in the community">
    <RuledList>
      {links.map(([title, to, text]) => (
        <li key={to}>
          <Link to={to} className="group -mx-3 flex items-center gap-4 rounded-md px-3 py-4 hover:bg-sunken">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold group-hover:underline">{title}</span>
              <span className="mt-1 block text-muted">{text}</span>
            </span>
            <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted group-hover:text-ink" />
          </Link>
        </li>
      ))}
    </RuledList>
  </Section>
)
