import type { CourseSummary, ListedNote, UserPrompt } from '@academy/contract'
import { formatDate } from '../../../ui/format-date.ts'

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
export function notesAsMarkdown({ academy, date, notes, order, courses, prompts }: ExportInput): string {
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
