import type { TutorialContent as Content } from '@academy/contract'
import { ContentHtml } from '../../../ui/content-html.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { htmlToText, isEmptyHtml } from '../../../ui/html-to-text.ts'
import { FeedbackBox } from './feedback-box.tsx'
import { ProTips } from './pro-tips.tsx'
import { PromptBlock } from './prompt-block.tsx'
import { TutorialDiagram } from './tutorial-diagram.tsx'
import { TutorialSection } from './tutorial-section.tsx'
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
  const { description, tools, video, prompt, transition, tips, diagram_url, duration } = content
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
      {isEmptyHtml(description?.html) || !description ? (
        <p className="text-muted">Tutorial description content is not available at the moment.</p>
      ) : (
        <ContentHtml html={description.html} />
      )}
      {tools && !isEmptyHtml(tools.html) && (
        <TutorialSection title="Tools you'll need:" framed>
          <ContentHtml html={tools.html} />
        </TutorialSection>
      )}
      <TutorialVideo
        courseId={courseId}
        tutorialId={tutorialId}
        html={video?.html}
        title={name}
        duration={duration}
        reload={async () => (await reload())?.video?.html}
      />
      {diagram_url && <TutorialDiagram url={diagram_url} tutorialName={name} reload={reload} />}
      <PromptBlock prompt={prompt?.html} codeSample={codeSample?.html} />
      {tips.length > 0 && <ProTips tips={tips} />}
      {transition && htmlToText(transition.html) && (
        <div role="note" className="border-l-4 border-accent pl-5">
          <ContentHtml html={transition.html} />
        </div>
      )}
      {feedback}
    </>
  )
}

function hasAnyPart({ description, tools, video, prompt, transition, tips, diagram_url, 'code-sample': code }: Content): boolean {
  return (
    [description, tools, video, prompt, transition, code].some((part) => !isEmptyHtml(part?.html)) ||
    tips.length > 0 ||
    diagram_url !== null
  )
}
