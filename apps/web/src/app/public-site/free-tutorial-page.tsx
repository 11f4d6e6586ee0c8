import type { PublicTutorial, TutorialContent } from '@academy/contract'
import { renderParts } from '@academy/contract/tutorial-parts'
import type { ReactNode } from 'react'
import { formatStudyTime } from '../../features/courses/course-outline.ts'
import { OldFacts } from '../../features/courses/tutorial/old-facts.tsx'
import type { CaptionLine } from '../../features/courses/video/captions.ts'
import { paths } from '../../paths.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Card } from '../../ui/card.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Clock } from '../../ui/icons.ts'
import { CopyBlock } from './copy-block.tsx'
import { FreeTools } from './free-tools.tsx'
import { PublicPage } from './public-page.tsx'
import { ServerHtml, ServerPrompt } from './server-html.tsx'

type FreeTutorialPageProps = {
  tutorial: PublicTutorial
  content: TutorialContent
  /** The lines of the video's captions; empty without captions. */
  transcript: CaptionLine[]
  /** The URL of the next tutorial: its free page, or undefined after the last free one. */
  next: { name: string; href: string } | undefined
  /** The academy's own origin; '' if the operator did not set it. */
  origin: string
}

/** A free tutorial, whole. */
export function FreeTutorialPage({ tutorial, content, transcript, next, origin }: FreeTutorialPageProps) {
  const { name, description, session, number, course } = tutorial
  const studyTime = formatStudyTime(tutorial)
  return (
    <PublicPage>
      <article className="mx-auto flex max-w-[50rem] flex-col gap-10 px-4 py-10 sm:px-8 sm:py-14">
        <header>
          <p className="text-sm text-muted">
            {course.name} · {session.number} {session.name} · Tutorial {number}
          </p>
          <h1 className="mt-2 text-3xl text-balance sm:text-4xl">{name}</h1>
          {description && <p className="mt-2 max-w-prose text-lg text-muted">{description}</p>}
          <p className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted">
            {studyTime && (
              <span className="flex items-center gap-1.5 tabular-nums">
                <Clock aria-hidden="true" className="size-4" />
                {studyTime}
              </span>
            )}
            <Badge tone="positive">Free</Badge>
          </p>
          <FreeTools title="Let your coding tool teach it" origin={origin} headingLevel={2} />
        </header>
        <OldFacts checkedOn={content.facts_checked_on} />
        {renderParts<ReactNode>(content, {
          introduction: (html, { name, title }) => (
            <section key={name}>
              <h2 className="sr-only">{title}</h2>
              <ServerHtml html={html} />
            </section>
          ),
          section: (html, { name, title }) => (
            <Card key={name}>
              <Part title={title}>
                <ServerHtml html={html} />
              </Part>
            </Card>
          ),
          video: (html, { name, title }) => (
            <Part key={name} title={title}>
              <ServerHtml html={html} />
              {transcript.length > 0 && <Transcript lines={transcript} />}
            </Part>
          ),
          diagram: ({ url, size, description: shown }, { name: part, title }) => (
            <Part key={part} title={title}>
              <img
                src={url}
                alt={shown ?? `Diagram of ${name}`}
                {...size}
                loading="lazy"
                className="diagram h-auto w-full rounded-lg border border-rule"
              />
            </Part>
          ),
          prompt: (html, { name, title }) => (
            <CopyBlock key={name} title={title} headingLevel={2}>
              <ServerPrompt html={html} />
            </CopyBlock>
          ),
          code: (html, { name, title }) => (
            <CopyBlock key={name} title={title} headingLevel={2}>
              <ServerHtml html={html} className="prompt-code" />
            </CopyBlock>
          ),
          tips: (tips, { name, title }) => (
            <Part key={name} title={title}>
              <Accordion
                items={tips.map((tip, index) => ({
                  id: String(index),
                  title: <ServerHtml html={tip.parent_html} className="prose-line" />,
                  content: <ServerHtml html={tip.children_html} />,
                }))}
              />
            </Part>
          ),
          transition: (html, { name }) => (
            <div key={name} role="note" className="border-l-4 border-accent pl-5">
              <ServerHtml html={html} />
            </div>
          ),
        })}
        <Card>
          <h2 className="text-xl">{next ? `Next: ${next.name}` : 'Go on with the course'}</h2>
          <p className="mt-1 text-muted">
            An account saves your progress and your notes, and lets you search. The free tutorials need no card.
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            {next && (
              <a href={next.href} className={buttonClasses('primary', 'md')}>
                Read the next tutorial
              </a>
            )}
            <a
              href={`${paths.signup()}?from=${encodeURIComponent(paths.tutorial(course.id, session.id, tutorial.id))}`}
              className={buttonClasses(next ? 'secondary' : 'primary', 'md')}
            >
              Create your account
            </a>
          </div>
        </Card>
      </article>
    </PublicPage>
  )
}

/** The captions as text, closed at first. */
const Transcript = ({ lines }: { lines: CaptionLine[] }) => (
  <div className="mt-3 rounded-lg border border-rule bg-surface p-2">
    <Accordion
      items={[
        {
          id: 'transcript',
          title: 'Transcript',
          content: (
            <ol>
              {lines.map(({ start, text, chapter }) => (
                <li key={`${start} ${text}`} className="grid grid-cols-[4rem_minmax(0,1fr)] items-baseline py-1">
                  {chapter && <strong className="col-span-2 pt-2 font-semibold">{chapter}</strong>}
                  <span className="text-sm text-muted tabular-nums">{formatTime(start)}</span>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          ),
        },
      ]}
    />
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-3 text-xl">{title}</h2>
    {children}
  </section>
)
