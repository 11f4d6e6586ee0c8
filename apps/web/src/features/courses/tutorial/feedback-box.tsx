import { env } from '../../../env.ts'
import { paths } from '../../../paths.ts'
import { ArrowUpRight } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TutorialSection } from '../tutorial-section.tsx'

/** Asks for feedback: 'feedback' links to Slack, any other value to the testimonial form (TUT-27..31). */
export function FeedbackBox({ kind }: { kind: string }) {
  if (kind === 'feedback') {
    return (
      <TutorialSection title="How did this tutorial go?" framed>
        <p className="max-w-prose text-muted">Tell us what worked and what didn't in the #feedback channel on Slack.</p>
        <LinkButton to={paths.community()} variant="secondary" className="mt-4">
          Go to the community
        </LinkButton>
      </TutorialSection>
    )
  }
  return (
    <TutorialSection title="Did this tutorial help you?" framed>
      <p className="max-w-prose text-muted">A few sentences from you help others decide whether this course is for them.</p>
      <LinkButton href={env.testimonialFormUrl} variant="secondary" className="mt-4">
        Share your experience
        <ArrowUpRight aria-hidden="true" />
      </LinkButton>
    </TutorialSection>
  )
}
