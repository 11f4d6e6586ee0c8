import type { CreateDatabaseParameters } from '@notionhq/client'

export type Definitions = NonNullable<NonNullable<CreateDatabaseParameters['initial_data_source']>['properties']>
export type DatabaseTitle = 'Courses' | 'Sessions' | 'Tutorials' | 'Library'

/** Fingerprint of what a page was written from: a page whose fingerprint agrees is left alone. */
export const SOURCE_HASH = 'Source hash'

const text = { rich_text: {} }
/** Of a page that is not shown yet, and of one that is. A page without a value counts as published. */
const status = { select: { options: [{ name: 'Draft' }, { name: 'Published' }] } }

const named = { Name: { title: {} }, Slug: text, Status: status }
const ordered = { ...named, Description: text, Order: { number: { format: 'number' as const } } }
const listed = { ...ordered, Free: { checkbox: {} } }
const hash = { [SOURCE_HASH]: { rich_text: {}, description: 'Kept by content:push. Clear it to have the page written again.' } }

/** The column on the other side of Sessions → course, made by Notion along with it. */
export const COURSE_SESSIONS = 'sessions'

/** The column by which items of the library lead to each other. */
export const LIBRARY_RELATED = 'Related'

/** Columns of each database, without relations: those need the database that they lead to. */
export const COLUMNS: Readonly<Record<DatabaseTitle, Definitions>> = {
  Courses: { ...named, Text: text, Video: { url: {} }, ...hash },
  Sessions: { ...listed, ...hash },
  Tutorials: {
    ...listed,
    VIP: { checkbox: {} },
    Duration: { number: { format: 'number' } },
    Feedback: { select: { options: [{ name: 'feedback' }, { name: 'testimonial' }] } },
    Video: { url: {} },
    Diagram: { files: {} },
    ...hash,
  },
  Library: { ...ordered, Tag: { multi_select: {} }, Premium: { checkbox: {} }, Content: text, CodeSample: text, ...hash },
}
