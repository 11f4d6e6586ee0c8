import type { ConfirmationReason } from '../mirror/confirmation-required.ts'
import { type PageKind, pageKinds } from '../mirror/page-refused.ts'
import { databaseTitles } from '../notion/find-databases.ts'
import type { ValidatedPage } from '../pages/validate-pages.ts'

/** The optional properties of each database. */
export type KnownProperties = Record<PageKind, string[]>

/** Returns the optional properties that each database has now, by its listed pages. A database without listed pages keeps the known ones. */
export function currentProperties(known: KnownProperties, pages: ValidatedPage[]): KnownProperties {
  const ofKind = (kind: PageKind): string[] => {
    const [first, ...others] = pages.filter((page) => page.kind === kind)
    return first ? first.optional_properties.filter((name) => others.every((page) => page.optional_properties.includes(name))) : known[kind]
  }
  return { course: ofKind('course'), session: ofKind('session'), tutorial: ofKind('tutorial'), resource: ofKind('resource') }
}

/** Returns a reason for each property that a database had in the last run and lacks now, because it was renamed or deleted. */
export const lostPropertyReasons = (known: KnownProperties, current: KnownProperties): ConfirmationReason[] =>
  pageKinds.flatMap((kind) =>
    known[kind]
      .filter((name) => !current[kind].includes(name))
      .map((name) => {
        const effect = name === 'Status' ? 'its drafts would be published' : 'learners would lose what its pages say there'
        const reason =
          `The database “${databaseTitles[kind]}” no longer has the property “${name}”, so ${effect}. ` +
          'Rename it back, or restore it in Notion. Or confirm that the academy does without it.'
        return { rule: 'property_lost', reason, subject: `${kind} ${name}` }
      }),
  )
