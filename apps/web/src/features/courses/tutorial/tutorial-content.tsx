import type { TutorialContent as Content } from '@academy/contract'
import { htmlToText, isEmptyHtml } from '@academy/contract/html-to-text'
import { env } from '../../../env.ts'
import { paths } from '../../../paths.ts'
import { Accordion } from '../../../ui/accordion.tsx'
import { ContentHtml } from '../../../ui/content-html.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ArrowUpRight } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TutorialSection } from '../tutorial-section.tsx'
import { PromptBlock } from './prompt-block.tsx'
import { SectionBar, type SectionName, sectionTarget } from './section-bar.tsx'
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
  const { description, tools, video, prompt, transition, tips, diagram_url, diagram_description, duration } = content
  const codeSample = content['code-sample']
  const feedback = content.feedback_component && (
    <div className="print:hidden">
      <FeedbackBox kind={content.feedback_component} />
    </div>
  )
  if (!hasAnyPart(content)) {
    return (
      <>
        <EmptyState title={`Content for ${name} is coming soon.`} />
        {feedback}
      </>
    )
  }
  return (
    <>
      <SectionBar sections={sectionsOf(content)} />
      <div {...sectionTarget('read')}>
        {isEmptyHtml(description?.html) || !description ? (
          <p className="text-muted">Tutorial description content is not available at the moment.</p>
        ) : (
          <ContentHtml html={description.html} />
        )}
      </div>
      {tools && !isEmptyHtml(tools.html) && (
        <TutorialSection title="Tools you'll need:" framed>
          <ContentHtml html={tools.html} />
        </TutorialSection>
      )}
      <div {...sectionTarget('video')}>
        <TutorialVideo
          courseId={courseId}
          tutorialId={tutorialId}
          html={video?.html}
          title={name}
          duration={duration}
          reload={async () => (await reload())?.video?.html}
        />
      </div>
      {diagram_url && (
        <div {...sectionTarget('diagram')}>
          <TutorialDiagram url={diagram_url} description={diagram_description} tutorialName={name} reload={reload} />
        </div>
      )}
      <div {...sectionTarget('prompt')}>
        <PromptBlock tutorialId={tutorialId} prompt={prompt?.html} codeSample={codeSample?.html} />
      </div>
      {tips.length > 0 && (
        <div {...sectionTarget('tips')}>
          <ProTips tips={tips} />
        </div>
      )}
      {transition && htmlToText(transition.html) && (
        <div role="note" className="border-l-4 border-accent pl-5">
          <ContentHtml html={transition.html} />
        </div>
      )}
      {feedback}
    </>
  )
}

/** Returns the sections that the tutorial has, in order. */
function sectionsOf({ video, diagram_url, prompt, 'code-sample': code, tips }: Content): SectionName[] {
  const has: Record<SectionName, boolean> = {
    read: true,
    video: !isEmptyHtml(video?.html),
    diagram: Boolean(diagram_url),
    prompt: !isEmptyHtml(prompt?.html),
    code: !isEmptyHtml(code?.html),
    tips: tips.length > 0,
  }
  return (Object.keys(has) as SectionName[]).filter((name) => has[name])
}

function hasAnyPart({ description, tools, video, prompt, transition, tips, diagram_url, 'code-sample': code }: Content): boolean {
  return (
    [description, tools, video, prompt, transition, code].some((part) => !isEmptyHtml(part?.html)) ||
    tips.length > 0 ||
    Boolean(diagram_url)
  )
}

/** Tips, of which one is open at a time; all start closed. */
function ProTips({ tips }: { tips: Content['tips'] }) {
  const items = tips.map((tip, index) => ({
    id: String(index),
    title: <ContentHtml html={tip.parent_html} className="prose-line" />,
    content: <ContentHtml html={tip.children_html} />,
  }))
  return (
    <Disclosure title="Pro Tips" headingLevel={3}>
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
