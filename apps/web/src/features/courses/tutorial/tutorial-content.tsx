import type { TutorialContent as Content } from '@academy/contract'
import { htmlToText } from '@academy/contract/html-to-text'
import { hasPart, renderParts, type TutorialPart, tutorialParts } from '@academy/contract/tutorial-parts'
import type { ReactNode } from 'react'
import { env } from '../../../env.ts'
import { paths } from '../../../paths.ts'
import { Accordion } from '../../../ui/accordion.tsx'
import { ContentHtml } from '../../../ui/content-html.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ArrowUpRight } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TutorialSection } from '../tutorial-section.tsx'
import { OldFacts } from './old-facts.tsx'
import { PromptBlock } from './prompt-block.tsx'
import { SectionBar, sectionTarget } from './section-bar.tsx'
import { TutorialDiagram } from './tutorial-diagram.tsx'
import { TutorialVideo } from './tutorial-video.tsx'

type TutorialContentProps = {
  courseId: string
  tutorialId: string
  content: Content
  /** The tutorial's name in the list. */
  name: string
  /** Refetches the content, because its file URLs expire; undefined after a failure. */
  reload: () => Promise<Content | undefined>
}

/** All parts of a tutorial in order. */
export function TutorialContent({ courseId, tutorialId, content, name, reload }: TutorialContentProps) {
  const feedback = content.feedback_component && (
    <div className="print:hidden">
      <FeedbackBox kind={content.feedback_component} />
    </div>
  )
  if (!tutorialParts.some((part) => hasPart(content, part))) {
    return (
      <>
        <EmptyState title={`Content for ${name} is coming soon.`} />
        {feedback}
      </>
    )
  }
  /** A part to which the bar of sections can lead. */
  const target = (name: TutorialPart, part: ReactNode) => (
    <div key={name} {...sectionTarget(name)}>
      {part}
    </div>
  )
  const video = (html?: string) =>
    target(
      'video',
      <TutorialVideo
        courseId={courseId}
        tutorialId={tutorialId}
        html={html}
        title={name}
        duration={content.duration}
        reload={async () => (await reload())?.video?.html}
      />,
    )
  // Shows the code sample as well.
  const prompt = (html?: string) =>
    target('prompt', <PromptBlock tutorialId={tutorialId} prompt={html} codeSample={content['code-sample']?.html} />)
  return (
    <>
      <OldFacts checkedOn={content.facts_checked_on} />
      <SectionBar parts={tutorialParts.filter((part) => part === 'description' || hasPart(content, part))} />
      {renderParts<ReactNode>(
        content,
        {
          introduction: (html, part) => target(part.name, <ContentHtml html={html} />),
          section: (html, part) =>
            target(
              part.name,
              <TutorialSection title={part.title} framed>
                <ContentHtml html={html} />
              </TutorialSection>,
            ),
          video,
          diagram: (diagram, part) => target(part.name, <TutorialDiagram {...diagram} tutorialName={name} reload={reload} />),
          prompt,
          code: () => null,
          tips: (tips, part) => target(part.name, <ProTips title={part.title} tips={tips} />),
          transition: (html, part) =>
            htmlToText(html) && (
              <div key={part.name} role="note" className="border-l-4 border-accent pl-5">
                <ContentHtml html={html} />
              </div>
            ),
        },
        {
          introduction: (part) => target(part, <p className="text-muted">Tutorial description content is not available at the moment.</p>),
          video: () => video(),
          prompt: () => prompt(),
        },
      )}
      {feedback}
    </>
  )
}

/** Tips, of which one is open at a time; all start closed. */
function ProTips({ title, tips }: { title: string; tips: Content['tips'] }) {
  const items = tips.map((tip, index) => ({
    id: String(index),
    title: <ContentHtml html={tip.parent_html} className="prose-line" />,
    content: <ContentHtml html={tip.children_html} />,
  }))
  return (
    <Disclosure title={title} headingLevel={3}>
      <Accordion items={items} />
    </Disclosure>
  )
}

/** Asks for feedback: 'feedback' links to Slack, any other value to the testimonial form. */
function FeedbackBox({ kind }: { kind: string }) {
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
