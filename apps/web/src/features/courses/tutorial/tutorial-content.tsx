import type { TutorialContent as Content } from '@academy/contract'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { isEmptyHtml, plainText } from '../../../ui/plain-text.ts'
import { Prose } from '../../../ui/prose.tsx'
import { FeedbackBox } from './feedback-box.tsx'
import { ProTips } from './pro-tips.tsx'
import { PromptBlock } from './prompt-block.tsx'
import { TutorialDiagram } from './tutorial-diagram.tsx'
import { TutorialPart } from './tutorial-part.tsx'
import { TutorialVideo } from './tutorial-video.tsx'

type TutorialContentProps = {
  content: Content
  /** What the tutorial is called in the list. */
  name: string
  /** Loads the content again, in which the addresses of files expire; undefined when it cannot be had. */
  renew: () => Promise<Content | undefined>
}

/** All parts of a tutorial, in the order in which they are used. */
export function TutorialContent({ content, name, renew }: TutorialContentProps) {
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
        <Prose html={description.html} />
      )}
      {tools && !isEmptyHtml(tools.html) && (
        <TutorialPart title="Tools you'll need:" framed>
          <Prose html={tools.html} />
        </TutorialPart>
      )}
      <TutorialVideo html={video?.html} title={name} duration={duration} renew={async () => (await renew())?.video?.html} />
      {diagram_url && <TutorialDiagram url={diagram_url} tutorialName={name} renew={renew} />}
      <PromptBlock prompt={prompt?.html} codeSample={codeSample?.html} />
      {tips.length > 0 && <ProTips tips={tips} />}
      {transition && plainText(transition.html) && (
        <div className="border-l-4 border-accent pl-5">
          <Prose html={transition.html} />
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
