import type { CourseSummary, ListedNote, UserPrompt } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../../account/use-account.ts'
import { toastFailure } from '../../../api/api-error.ts'
import { parseResponse, tsr } from '../../../api/client.ts'
import { env } from '../../../env.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format-date.ts'
import { Download } from '../../../ui/icons.ts'
import { LoadingButton } from '../../../ui/loading-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { tutorialsInOrder } from '../course-outline.ts'
import { coursesQuery, sessionsQuery } from '../course-queries.ts'

/** Downloads all notes and, with the Studio, the user's own prompts as one Markdown file. */
export function ExportButton({ notes }: { notes: ListedNote[] | undefined }) {
  const client = useQueryClient()
  const { status, entitlements } = useAccount()
  const hasPrompts = entitlements.my_prompts
  const { mutate, isPending } = useMutation({
    mutationFn: async (listed: ListedNote[]) => {
      const courseIds = [...new Set([env.masterCourseId, ...listed.flatMap(({ tutorial }) => tutorial?.course_id ?? [])])]
      const [sessions, courses, prompts] = await Promise.all([
        Promise.all(courseIds.map((id) => client.fetchQuery(sessionsQuery(id)))),
        courseIds.length > 1 ? client.fetchQuery(coursesQuery()) : [],
        hasPrompts ? parseResponse(tsr.prompts.list.query(), (list) => list) : [],
      ])
      const order = sessions.flatMap(tutorialsInOrder).map(({ id }) => id)
      return notesAsMarkdown({ academy: env.academyName, date: new Date(), notes: listed, order, courses, prompts })
    },
    onSuccess: (text) => saveFile(`notes-${new Date().toISOString().slice(0, 10)}.md`, text, 'text/markdown'),
    onError: (error) => toastFailure("We couldn't export your notes", error),
  })
  if (!notes || (notes.length === 0 && !hasPrompts)) return null
  if (status === 'loading') return <LoadingButton variant="secondary">Export as Markdown</LoadingButton>
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button variant="secondary" pending={isPending} onClick={() => mutate(notes)}>
        {!isPending && <Download aria-hidden="true" />}
        Export as Markdown
      </Button>
      {hasPrompts && <p className="text-sm text-muted">With your own prompts, in one file</p>}
    </div>
  )
}

type ExportInput = {
  academy: string
  date: Date
  notes: ListedNote[]
  /** Ids of the tutorials in the order of the courses. */
  order: string[]
  /** The courses of the notes, if they are of several. */
  courses: Pick<CourseSummary, 'id' | 'name'>[]
  prompts: UserPrompt[]
}

const LONG = { dateStyle: 'long' } as const

/** Returns notes, by course and in its order, and prompts as one Markdown document. Texts stay as they were typed. */
function notesAsMarkdown({ academy, date, notes, order, courses, prompts }: ExportInput): string {
  const rank = ({ tutorial_id }: ListedNote) => {
    const at = order.indexOf(tutorial_id)
    return at < 0 ? order.length : at
  }
  const parts = [
    `# Notes${prompts.length > 0 ? ' and prompts' : ''}`,
    `${academy}, ${formatDate(date, LONG)}`,
    ...notesByCourse(
      notes.toSorted((a, b) => rank(a) - rank(b)),
      courses,
    ),
    ...(prompts.length > 0 ? ['## My Prompts', ...prompts.map(promptAsMarkdown)] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function notesByCourse(notes: ListedNote[], courses: ExportInput['courses']): string[] {
  const isOf = (note: ListedNote, id: string) => note.tutorial?.course_id === id
  const section = (heading: string, own: ListedNote[]) => (own.length > 0 ? [heading, ...own.map(noteAsMarkdown)] : [])
  const others = notes.filter((note) => !courses.some(({ id }) => isOf(note, id)))
  return [
    ...courses.flatMap(({ id, name }) =>
      section(
        `## Notes: ${name}`,
        notes.filter((note) => isOf(note, id)),
      ),
    ),
    ...section('## Notes', others),
  ]
}

function noteAsMarkdown({ tutorial, text, updated_at }: ListedNote): string {
  const title = tutorial ? `${tutorial.session_name}: ${tutorial.name}` : 'A tutorial that is no longer available'
  return [`### ${title}`, `Changed ${formatDate(updated_at, LONG)}`, text.trim()].join('\n\n')
}

const promptAsMarkdown = ({ title, description, content, code }: UserPrompt): string =>
  [`### ${title}`, description, fenced(content), ...(code ? ['Code sample:', fenced(code)] : [])].join('\n\n')

/** Returns a code block with a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
