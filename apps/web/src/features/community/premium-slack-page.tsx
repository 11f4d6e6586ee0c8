import { Accordion } from '../../ui/accordion.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { premiumSlackQuestions } from './premium-slack-questions.ts'
import { SlackInvite } from './slack-invite.tsx'

const [first] = premiumSlackQuestions

/** The Premium Slack Support page. Users without access stay on it behind the pricing dialog (SLACK-01..04, D-72). */
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
        <div className="max-w-prose border-y border-rule">
          <Accordion
            defaultOpen={first.id}
            items={premiumSlackQuestions.map(({ id, question, answer }) => ({
              id,
              title: question,
              content: <p className="text-muted">{answer}</p>,
            }))}
          />
        </div>
      </Section>
    </div>
  )
}
