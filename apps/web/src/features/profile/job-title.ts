import { JOB_TITLES } from '@academy/catalog'

type ListedJobTitle = (typeof JOB_TITLES)[number]
/** The selected job title ('' without a selection) and the text for 'Other'. */
export type JobTitleChoice = { choice: ListedJobTitle | ''; other: string }

const OTHER = 'Other' satisfies ListedJobTitle

/** Returns the form values of a stored title. A title outside the list becomes 'Other' with its text. */
export function toJobTitleChoice(jobTitle: string | null): JobTitleChoice {
  if (!jobTitle) return { choice: '', other: '' }
  const listed = JOB_TITLES.find((title) => title === jobTitle && title !== OTHER)
  return listed ? { choice: listed, other: '' } : { choice: OTHER, other: jobTitle === OTHER ? '' : jobTitle }
}

/** Returns the title to send: for 'Other' the free text. */
export const fromJobTitleChoice = ({ choice, other }: JobTitleChoice): string => (choice === OTHER ? other.trim() : choice)

export const isOther = ({ choice }: JobTitleChoice): boolean => choice === OTHER
