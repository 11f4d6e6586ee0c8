import { Questions } from '../../ui/accordion.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { SlackInvite } from './slack-invite.tsx'

/** Questions and answers of the page. */
const questions = [
  ['How fast do I get an answer?', 'Within 24 hours. The team reads every question and answers it in the channel where you asked.'],
  [
    'What can I ask?',
    'Anything blocking your project: a prompt that misbehaves, an error you don’t understand, or a choice between two ways to build something.',
  ],
  [
    'How do I get a useful answer?',
    'Paste the prompt, its output, and what you expected instead. A link to the code or a screenshot helps us answer faster.',
  ],
  ['How long do I have access?', 'As long as your Studio subscription runs. The community stays open to you with the Master Course too.'],
] as const

/** The Premium Slack Support page. Users without access see it behind the pricing dialog. */
export default function PremiumSlackPage() {
  return (
    <div className="flex flex-col gap-10">
      <PageHeader
        title="Premium Slack Support"
        lead={
          <>
            Direct access to the team. Ask a question and get an answer <span className="marked text-ink">within 24 hours</span>.
          </>
        }
      >
        <SlackInvite feature="slack_premium" />
      </PageHeader>
      <Section title="Questions and answers">
        <div className="border-y border-rule">
          <Questions questions={questions} />
        </div>
      </Section>
    </div>
  )
}
