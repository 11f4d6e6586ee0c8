import { JOB_TITLES } from '@academy/catalog'
import type { ProfileInput } from '@academy/contract'
import { useState } from 'react'
import type { Account } from '../../account/account-context.ts'
import { loadDraft, removeDraft, saveDraft } from '../../session/drafts.ts'
import { Field, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

export type ProfileDraft = { firstName: string; lastName: string; jobTitle: JobTitleChoice }
/** Error messages by field of the API. */
export type ProfileErrors = Partial<Record<keyof ProfileInput, string | undefined>>

const toProfileDraft = (profile: { [field in keyof ProfileInput]: string | null }): ProfileDraft => ({
  firstName: profile.first_name ?? '',
  lastName: profile.last_name ?? '',
  jobTitle: toJobTitleChoice(profile.job_title),
})

export const toProfileInput = ({ firstName, lastName, jobTitle }: ProfileDraft): ProfileInput => ({
  first_name: firstName.trim(),
  last_name: lastName.trim(),
  job_title: fromJobTitleChoice(jobTitle),
})

const DRAFT_NAME = 'profile'

/** The input of the user, which stays in this browser tab until it is saved or discarded. */
export function useProfileDraft(account: Account) {
  const owner = account.account_id
  const [unsaved, setUnsaved] = useState(() => loadDraft(DRAFT_NAME, owner) as ProfileDraft | undefined)
  const saved = toProfileDraft(account)
  const draft = unsaved ?? saved
  const discard = () => {
    removeDraft(DRAFT_NAME)
    setUnsaved(undefined)
  }
  return {
    draft,
    hasChanges: !areEqual(draft, saved),
    setDraft(next: ProfileDraft) {
      saveDraft(DRAFT_NAME, owner, next)
      setUnsaved(next)
    },
    discard,
    /** Ends the draft when it was saved, unless the user typed more meanwhile. */
    onSaved() {
      if (areEqual(loadDraft(DRAFT_NAME, owner), draft)) discard()
    },
  }
}

const areEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type ProfileFieldsProps = { draft: ProfileDraft; onChange: (draft: ProfileDraft) => void; errors: ProfileErrors; required?: boolean }

/** First name, last name and job title: the same questions in the welcome dialog and in the settings. */
export function ProfileFields({ draft, onChange, errors, required }: ProfileFieldsProps) {
  const { firstName, lastName, jobTitle } = draft
  const other = isOther(jobTitle)
  const setJobTitle = (part: Partial<JobTitleChoice>) => onChange({ ...draft, jobTitle: { ...jobTitle, ...part } })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.first_name}>
          <TextInput
            name="first_name"
            autoComplete="given-name"
            required={required}
            value={firstName}
            onChange={(event) => onChange({ ...draft, firstName: event.target.value })}
          />
        </Field>
        <Field label="Last name" error={errors.last_name}>
          <TextInput
            name="last_name"
            autoComplete="family-name"
            required={required}
            value={lastName}
            onChange={(event) => onChange({ ...draft, lastName: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Job title" error={!other && errors.job_title}>
        <Select
          name="job_title"
          required={required}
          value={jobTitle.choice}
          onChange={(event) => setJobTitle({ choice: JOB_TITLES.find((title) => title === event.target.value) ?? '' })}
          options={JOB_TITLES.map((title) => [title, title])}
        >
          <option value="" disabled>
            Choose one
          </option>
        </Select>
      </Field>
      {other && (
        <Field label="Specify Job Title" error={errors.job_title}>
          <TextInput
            name="other_job_title"
            autoComplete="organization-title"
            required={required}
            value={jobTitle.other}
            onChange={(event) => setJobTitle({ other: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

type ListedJobTitle = (typeof JOB_TITLES)[number]
/** The selected job title ('' without a selection) and the text for 'Other'. */
type JobTitleChoice = { choice: ListedJobTitle | ''; other: string }

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
