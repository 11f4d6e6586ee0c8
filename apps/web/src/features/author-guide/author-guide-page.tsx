import { TUTORIAL_PARTS, writtenParts } from '@academy/contract/tutorial-parts'
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Bullets, GuideSection, GuideTable, Picture, Steps, Text } from './guide-parts.tsx'
import databasePicture from './pictures/database.webp'
import downloadPicture from './pictures/download.webp'
import heldSyncPicture from './pictures/held.webp'
import notionCheckpointPicture from './pictures/notion-checkpoint.webp'
import notionPagePicture from './pictures/notion-page.webp'
import previewPicture from './pictures/preview.webp'
import refusedPicture from './pictures/refused.webp'
import tutorialPicture from './pictures/tutorial.webp'
import { REFUSALS } from './refusals.ts'

/** The sections in order, from id to title. */
const SECTIONS = {
  'how-it-works': 'How your words reach learners',
  properties: 'The four databases and their properties',
  sections: 'The sections of a page',
  blocks: 'Blocks, pictures, videos and files',
  clip: 'How to make a clip',
  tried: 'Prompts that were never tried',
  access: 'Free, VIP and Premium',
  drafts: 'Drafts and previews',
  refused: 'What a sync refuses, and why',
  waiting: 'When a sync needs confirmation',
} as const

const Section = ({ id, children }: { id: keyof typeof SECTIONS; children: ReactNode }) => (
  <GuideSection id={id} title={SECTIONS[id]}>
    {children}
  </GuideSection>
)

/** Captions and chapters, as authors write them. */
const CAPTIONS = `WEBVTT

00:00.000 --> 00:06.500
The board is empty.

00:06.500 --> 00:14.000
I paste the first prompt.`

/** The authors' guide: how to write the course and the library in Notion. For readers who do not program. One page of text, so the file is long. */
export default function AuthorGuidePage() {
  return (
    <div className="flex flex-col gap-10">
      <header>
        <PageHeading>Guide for authors</PageHeading>
        <p className="mt-3 max-w-prose text-lg text-muted">
          You write the course and the Prompt Library in Notion. This guide shows how to write a page so that learners see it as you meant
          it.
        </p>
        <nav aria-label="Contents" className="mt-6">
          <ol className="flex max-w-prose list-decimal flex-col gap-1 pl-5 marker:text-muted">
            {Object.entries(SECTIONS).map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`} className="text-link">
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </header>

      <Section id="how-it-works">
        <Text>
          The academy keeps a copy of your Notion workspace and shows learners the copy. A <strong>sync</strong> brings the copy up to date:
          by itself every few minutes, or at once with the button “Sync now” on the Content page.
        </Text>
        <Bullets>
          <li>A sync copies only the pages that you changed.</li>
          <li>If a page has a mistake, the sync refuses that page alone. Learners keep the last good version of it.</li>
          <li>If Notion does not answer, nothing changes for learners.</li>
          <li>
            If an edit does not arrive, ask the admin for “Sync everything”: it reads every page again, whether Notion calls it edited or
            not.
          </li>
        </Bullets>
      </Section>

      <Section id="properties">
        <Text>
          Below the page that is shared with the academy there are four databases: <strong>Courses</strong>, <strong>Sessions</strong>,{' '}
          <strong>Tutorials</strong> and <strong>Library</strong>. Each page in them has properties. Do not rename or delete a property, or
          change its type: its pages are refused, or the whole sync waits for the admin, until it is as before. Notion can restore a deleted
          property; one that you add anew is empty, and a page without a “Status” is published. You may add properties of your own; learners
          never see them.
        </Text>
        <Picture
          src={databasePicture}
          width={992}
          height={438}
          alt="The database Tutorials as a table: each row is a tutorial with its name, slug, status, order, marks, duration and session."
        >
          The database Tutorials in a workspace on the author’s own machine; Notion shows the same properties. Each row is a page: open it
          to write the tutorial itself.
        </Picture>
        <GuideTable
          caption="Properties"
          columns={['Property', 'Databases', 'What it does']}
          rows={[
            ['Name', 'all', 'The title. A page without one is refused.'],
            [
              'Slug',
              'all',
              'The end of the address, such as write-a-brief. No two pages of a database may share one. Leave the slug of the course alone: it is in every address.',
            ],
            ['Status', 'all', 'Draft or Published. Learners do not see a draft. Empty counts as Published.'],
            ['Order', 'sessions, tutorials, library', 'A number: 1 comes first. Pages without one come last, by name.'],
            ['Description', 'sessions, tutorials, library', 'One or two sentences for lists.'],
            ['Text', 'courses', 'The introduction of the course.'],
            ['Product', 'courses', 'The id of the product that opens the course, such as master_course. The operator tells you.'],
            [
              'Opens on, Opens for the Studio on',
              'courses',
              'The days, in UTC, on which everyone and subscribers of the Studio can buy the course. Until then learners see its outline and a waiting list. Empty: at once, as for the Master Course, which cannot open later.',
            ],
            ['course, session', 'sessions, tutorials', 'What the page belongs to. A tutorial without a session is not shown.'],
            ['Free', 'sessions, tutorials', 'Everyone may read it, also without an account. All tutorials of a free session are free.'],
            ['VIP', 'tutorials', 'Also open to VIP accounts.'],
            ['Duration', 'tutorials', 'Minutes of the video, as a plain number. From 20 on, learners see a note that it is long.'],
            ['Reading, Building', 'tutorials', 'Minutes to read the tutorial, and to follow its steps. Lists show their sum.'],
            ['Video', 'courses, tutorials', 'An address of YouTube, Vimeo, Loom or Mux.'],
            ['Diagram', 'tutorials', 'A picture that learners can enlarge.'],
            [
              'Diagram description',
              'tutorials',
              'What the diagram shows, for readers who cannot see it. The Content page warns when it is missing.',
            ],
            [
              'Facts checked on',
              'tutorials',
              'The day on which you last checked facts that change, such as prices. 90 days later the page asks learners to look them up.',
            ],
            ['Feedback', 'tutorials', 'Asks for feedback or for a testimonial at the end of the tutorial.'],
            ['Tag', 'library', 'The first tag is the category.'],
            ['Premium', 'library', 'Shows a mark in the list.'],
            ['Sample', 'library', 'Everyone may read its prompt on the welcome page, also without an account.'],
            [
              'Tried with, Tried on',
              'library',
              'The tool that you last tried the prompt with, such as Claude Code, and the day. Fill in both after you have tried it, and never before: readers rely on it.',
            ],
            [
              'Tries',
              'library',
              'How often answers of a tool had the form of the prompt. Only content:push writes it. Learners stop to see it when the prompt changes.',
            ],
            [
              'Use when',
              'library',
              'The situation in which to use the prompt, such as “a test fails after a change”. It completes “Use when …”, in one line of at most 200 characters. Coding agents decide by it when to use the prompt.',
            ],
            ['Content, CodeSample', 'library', 'Short texts for the list. They may be empty.'],
            ['Related', 'library', 'Up to three other resources, the closest first.'],
          ]}
        />
      </Section>

      <Section id="sections">
        <Text>
          Headings cut a page into sections. Write the heading exactly as it is here; capitals, a colon or an emoji do not matter, and
          neither does the order. A heading with another name stays inside the section above it. If it is a heading 1 or 2, the Content page
          warns you: it may be misspelled.
        </Text>
        <GuideTable
          caption="Sections"
          columns={['Page', 'Sections', 'Before the first heading']}
          rows={[
            ['Tutorial', writtenParts.map((part) => TUTORIAL_PARTS[part].heading).join(' · '), 'belongs to Description'],
            ['Library', 'Prerequisite · Prompt · Code sample · Additional instructions', 'belongs to Prompt'],
            ['Course', 'Video', 'is yours: learners never see it'],
            ['Session', 'Checkpoint: name of the project · Checks', 'is yours: learners never see it'],
          ]}
        />
        <Bullets>
          <li>Leave out a section that you do not need. At least one must have something in it.</li>
          <li>
            Under <strong>Pro tips</strong> each tip is a toggle: its first line is the tip, and its content is the explanation.
          </li>
          <li>
            Coding tools teach a tutorial heading by heading. A table in the text with the columns <strong>Step</strong> and{' '}
            <strong>You should see</strong> says what learners see after a step; its first column has the heading of the step, or its
            number.
          </li>
          <li>Put a prompt into a code block. Learners then copy it with one click.</li>
          <li>
            Under <strong>Checkpoint</strong> each code block is a file of the project at the end of the session, or of one to practice on,
            and its caption is the path, such as <code translate="no">src/board.js</code>. Learners download all of them as one zip file: at
            most 100 text files of 1 MB together. If a path is wrong or used twice, the Content page names it, and learners keep the files
            from before.
          </li>
          <li>
            Under <strong>Checks</strong> one code block says in YAML how <code translate="no">vca check</code> tests the project of a
            learner. Each check has <code translate="no">check</code> (its kind), <code translate="no">success</code> and{' '}
            <code translate="no">hint</code> (the sentence for a check that passes, and one for a check that fails, which does not give the
            answer away), and <code translate="no">tutorial</code> (the id of the tutorial to read again). The kinds are{' '}
            <code translate="no">file exists</code>, <code translate="no">file does not contain</code>, <code translate="no">command</code>,{' '}
            <code translate="no">GET</code> and <code translate="no">script</code>. The Content page names a mistake with its line, and
            learners keep the checks from before.
          </li>
          <li>
            Write <code translate="no">{'{{product}}'}</code> where learners should fill something in: it becomes an input above the prompt.
            For literal braces write <code translate="no">{'\\{{'}</code>.
          </li>
        </Bullets>
        <Picture
          src={notionPagePicture}
          width={736}
          height={484}
          alt="A tutorial in the workspace, block by block: the heading Description, and below it paragraphs and a numbered list."
        >
          A tutorial in the same workspace, with the kind of each block on its left …
        </Picture>
        <Picture
          src={tutorialPicture}
          width={736}
          height={590}
          alt="The same tutorial in the academy: its name, its short description and duration, then the text of its section Description."
        >
          … and the same tutorial as learners see it.
        </Picture>
        <Picture
          src={notionCheckpointPicture}
          width={736}
          height={400}
          alt="A session in the workspace: the heading Checkpoint with the name of the project, and two code blocks, each with the path of its file below it."
        >
          A session with a project of two files: below each code block its caption, which is the path …
        </Picture>
        <Picture
          src={downloadPicture}
          width={314}
          height={130}
          alt="The button that downloads the project at the end of a session, with the number of files and their size."
        >
          … and the button with which learners download the project of a session.
        </Picture>
      </Section>

      <Section id="blocks">
        <Text>
          Text, headings, lists, to-dos, toggles, quotes, callouts, tables, columns, code, equations, dividers, bookmarks and synced blocks
          look in the academy as you would expect. An edit of a synced block arrives on every page that shows it.
        </Text>
        <GuideTable
          caption="Pictures, videos and files"
          columns={['What', 'How']}
          rows={[
            [
              'Pictures',
              'PNG, JPEG, GIF, WebP or AVIF of at most 10 MB, or SVG of at most 2 MB. Large ones are made smaller for you. Describe each in its caption for learners who cannot see it.',
            ],
            ['Videos', 'The address of YouTube, Vimeo, Loom or Mux; or an uploaded MP4 or WebM of at most 25 MB.'],
            ['Captions', 'For an uploaded video: a code block right below it that begins with WEBVTT.'],
            ['Chapters', 'The same, with “Kind: chapters” as its second line. The transcript shows their names.'],
            ['Poster', 'For an uploaded video: a picture right below it with the caption “Poster”. It is shown before the video plays.'],
            ['Audio files and PDFs', 'Upload them: audio plays in the page, a PDF is a link to save it. At most 25 MB each.'],
            ['Figma, Drive, CodePen, Wistia', 'Embed or paste them: learners see a link that says what it leads to.'],
            ['Never shown', 'Pages and databases inside a page, links to private Notion pages, comments, page icons and covers.'],
          ]}
        />
        <Text>
          Where a picture cannot be copied, learners see a note; a tutorial is shown without its diagram. The Content page names both.
        </Text>
      </Section>

      <Section id="clip">
        <Text>A clip shows one to four minutes of work on the screen. Any program that records the screen will do.</Text>
        <Steps>
          <li>Write each scene in one sentence first: what learners see, and what they read below it. These sentences are the captions.</li>
          <li>Record at 1280 × 720 with large letters. Close what should not be seen: other windows, notices, names, keys.</li>
          <li>Export it as MP4 or WebM of at most 25 MB, and upload it below the heading “Video”. Write in its caption what it shows.</li>
          <li>
            Right below it, add a code block with the captions, then one with the chapters, then a picture with the caption “Poster”.
            Nothing may stand between them:
            <pre translate="no" className="mt-2 overflow-x-auto rounded-lg border border-rule bg-sunken p-3 text-sm">
              {CAPTIONS}
            </pre>
          </li>
          <li>Put the minutes of the clip into “Duration”, and open the preview: play it with captions, and read its warnings.</li>
        </Steps>
        <Text>
          Each line of times has the beginning and the end as minutes, seconds and three digits after a period. An end comes after its
          beginning, and the earliest caption comes first. The Content page names a line that is wrong.
        </Text>
      </Section>

      <Section id="tried">
        <Text>
          The Content page lists prompts of the library under “Never tried”. Try the prompt with its example in a coding tool, and fill in
          “Tried with” and “Tried on”: after the next sync it leaves the list, and learners see the tool and the day. A result in “Tries”
          does the same. It returns to the lists after complaints of learners, or 120 days later. In a tutorial, write below the prompt with
          which tool and when you tried it. Until then, write nothing about it.
        </Text>
      </Section>

      <Section id="access">
        <Bullets>
          <li>
            A tutorial is <strong>locked</strong> unless you say otherwise: learners see its name, and what it costs to open it.
          </li>
          <li>
            <strong>Free</strong>: everyone may read it, also without an account. Tick it on a tutorial, or on a session for all of it.
          </li>
          <li>
            <strong>VIP</strong>: accounts with VIP access may open it, besides those who bought the course.
          </li>
          <li>
            <strong>Premium</strong> is only a mark in the Prompt Library. Who may open the library does not depend on it.
          </li>
        </Bullets>
      </Section>

      <Section id="drafts">
        <Steps>
          <li>Set “Status” to “Draft” as soon as you begin a page.</li>
          <li>Write. After the next sync, the Content page lists the page under “Drafts”.</li>
          <li>The admin opens “Preview” there. It reads the page from Notion at that moment, so you can correct it and reload.</li>
          <li>Set “Status” to “Published”. The page appears with the next sync.</li>
        </Steps>
        <Picture
          src={previewPicture}
          width={992}
          height={553}
          alt="The preview of a draft: a note that learners do not see the page, and below it the sections as learners would see them."
        >
          The preview of a draft. It shows the sections one below the other, and every warning.
        </Picture>
        <Text>
          A published page that you set back to “Draft”, move to the trash or archive disappears with the next sync. What belongs to a
          session disappears together with the session.
        </Text>
      </Section>

      <Section id="refused">
        <Text>
          A sync refuses a page when learners would see something broken or wrong. The Content page lists each refused page with the reason
          and a link to it, and says whether an older version is still shown. Correct the page in Notion; the next sync takes it.
        </Text>
        <Picture
          src={refusedPicture}
          width={992}
          height={198}
          alt="The Content page with a refused tutorial: its title, the reason, and a badge that says whether an older version is shown."
        >
          Refused pages on the Content page. Each title leads to the page in Notion.
        </Picture>
        <GuideTable caption="Refusals" columns={['What is wrong', 'What to do']} rows={REFUSALS} />
        <Text>
          A <strong>warning</strong> is milder: the page is shown, but something on it differs from how you wrote it, such as a block that
          Notion offers and a web page cannot show.
        </Text>
        <GuideTable
          caption="Warnings"
          columns={['The warning names', 'What to do']}
          rows={[
            [
              'A link',
              'Write the whole address, which begins with https://. Phone numbers, example.com, #part and relative paths do not work.',
            ],
            ['Captions', 'Put them right below the uploaded video, and correct the line that the warning names.'],
            ['A field', 'Put the prompt into a code block, and name the field with letters, digits, spaces, “-” and “_” alone.'],
            ['The same “Order”', 'Give each page its own number.'],
          ]}
        />
      </Section>

      <Section id="waiting">
        <Text>Some changes could empty the academy by mistake. A sync then changes nothing until an admin confirms it:</Text>
        <Bullets>
          <li>More than a fifth of the tutorials, sessions or resources would disappear.</li>
          <li>The slug of the course was changed.</li>
          <li>There are two databases with the same title, or a database is gone and another one has its title.</li>
        </Bullets>
        <Picture
          src={heldSyncPicture}
          width={992}
          height={220}
          alt="The Content page with a waiting sync: the reason with the number of pages that would disappear, and the button Confirm and sync."
        >
          A sync that needs confirmation. Learners still see the content from before.
        </Picture>
        <Steps>
          <li>Read the reason. If it was a mistake, undo it in Notion; the next sync goes on by itself.</li>
          <li>If you meant it, the admin chooses “Confirm and sync”. The confirmation covers exactly what the page lists.</li>
        </Steps>
      </Section>
    </div>
  )
}
