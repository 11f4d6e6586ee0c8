import { JOB_TITLES } from '@academy/catalog'

export type ListedTitle = (typeof JOB_TITLES)[number]
/** What the form holds: a choice from the list ('' before one is made), and the text for 'Other'. */
export type JobTitleChoice = { choice: ListedTitle | ''; other: string }

const OTHER = 'Other' satisfies ListedTitle

/** A stored title outside the list shows as 'Other' with its text filled in (D-84). */
export function choiceOf(jobTitle: string | null): JobTitleChoice {
  if (!jobTitle) return { choice: '', other: '' }
  const listed = JOB_TITLES.find((title) => title === jobTitle && title !== OTHER)
  return listed ? { choice: listed, other: '' } : { choice: OTHER, other: jobTitle === OTHER ? '' : jobTitle }
}

/** The title to send: for 'Other' the free text, never the word itself (D-87). */
export const titleOf = ({ choice, other }: JobTitleChoice): string => (choice === OTHER ? other.trim() : choice)

export const asksForText = ({ choice }: JobTitleChoice): boolean => choice === OTHER
