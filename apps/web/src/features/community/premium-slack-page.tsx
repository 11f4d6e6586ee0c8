import { Accordion } from '../../ui/accordion.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { premiumSlackQuestions } from './premium-slack-questions.ts'
import { SlackInvite } from './slack-invite.tsx'

const [first] = premiumSlackQuestions

/** The Premium Slack Support page. Users without access stay on it behind the pricing dialog (SLACK-01..04, D-72). */
export default function PremiumSlackPage() {
  return (
    <div className="flex flex-col gap-10">
      <header>
        <PageHeading>Premium Slack Support</PageHeading>
        <p className="mt-3 mb-6 max-w-prose text-lg text-muted">
          Direct access to the team. Ask a question and get an answer <span className="marked text-ink">within 24 hours</span>.
        </p>
        <SlackInvite feature="slack_premium" />
      </header>
      <section aria-labelledby="premium-slack-faq" className="max-w-prose">
        <h2 id="premium-slack-faq" className="mb-2 text-xl">
          Questions and answers
        </h2>
        <div className="border-y border-rule">
          <Accordion
            defaultOpen={first.id}
            items={premiumSlackQuestions.map(({ id, question, answer }) => ({
              id,
              title: question,
              content: <p className="text-muted">{answer}</p>,
            }))}
          />
        </div>
      </section>
    </div>
  )
}
