import type { OptionalProperty } from '@academy/api/notion-properties'
import type { CreateDatabaseParameters } from '@notionhq/client'

export type Definitions = NonNullable<NonNullable<CreateDatabaseParameters['initial_data_source']>['properties']>
export type DatabaseTitle = 'Courses' | 'Sessions' | 'Tutorials' | 'Library'

/** The column with the hash of a page's source. The push skips pages with an unchanged hash. */
export const SOURCE_HASH = 'Source hash'

const text = { rich_text: {} }
/** The values of the status column. A page without a status counts as published. */
const status = { select: { options: [{ name: 'Draft' }, { name: 'Published' }] } }

const named = { Name: { title: {} }, Slug: text, Status: status }
const ordered = { ...named, Description: text, Order: { number: { format: 'number' as const } } }
const listed = { ...ordered, Free: { checkbox: {} } }
const hash = {
  [SOURCE_HASH]: { rich_text: {}, description: 'Written by content:push. If you clear it, the next push writes the page again.' },
}

/** The inverse column of Sessions → course, which Notion creates. */
export const COURSE_SESSIONS = 'sessions'

/** The column that relates library items to each other. */
export const LIBRARY_RELATED = 'Related'

/** The properties that the sync reads from a database if it has them: the push creates all of them. */
type ReadColumns = {
  Courses: Definitions & Record<OptionalProperty<'course'>, object>
  Sessions: Definitions & Record<OptionalProperty<'session'>, object>
  Tutorials: Definitions & Record<OptionalProperty<'tutorial'>, object>
  Library: Definitions & Record<OptionalProperty<'resource'>, object>
}

/** The columns of each database, except relations, which require their target database. */
export const COLUMNS: Readonly<Record<DatabaseTitle, Definitions>> = {
  Courses: {
    ...named,
    Text: text,
    Video: { url: {} },
    Product: text,
    'Opens for the Studio on': { date: {} },
    'Opens on': { date: {} },
    ...hash,
  },
  Sessions: { ...listed, ...hash },
  Tutorials: {
    ...listed,
    VIP: { checkbox: {} },
    Duration: { number: { format: 'number' } },
    Reading: { number: { format: 'number' } },
    Building: { number: { format: 'number' } },
    Feedback: { select: { options: [{ name: 'feedback' }, { name: 'testimonial' }] } },
    Video: { url: {} },
    Diagram: { files: {} },
    'Diagram description': text,
    'Facts checked on': { date: {} },
    ...hash,
  },
  Library: {
    ...ordered,
    Tag: { multi_select: {} },
    Premium: { checkbox: {} },
    Sample: { checkbox: {} },
    'Tried with': text,
    'Tried on': { date: {} },
    Tries: { rich_text: {}, description: 'Written by content:push: the result of prompts:try.' },
    'Use when': text,
    Content: text,
    CodeSample: text,
    ...hash,
  },
} satisfies ReadColumns
