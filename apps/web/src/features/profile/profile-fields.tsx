import { JOB_TITLES } from '@academy/catalog'
import type { ProfileInput } from '@academy/contract'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { fromJobTitleChoice, isOther, type JobTitleChoice, toJobTitleChoice } from './job-title.ts'

export type ProfileDraft = { firstName: string; lastName: string; jobTitle: JobTitleChoice }
/** Error messages by field of the API. */
export type ProfileErrors = Partial<Record<keyof ProfileInput, string | undefined>>

export const toProfileDraft = (profile: { [field in keyof ProfileInput]: string | null }): ProfileDraft => ({
  firstName: profile.first_name ?? '',
  lastName: profile.last_name ?? '',
  jobTitle: toJobTitleChoice(profile.job_title),
})

export const toProfileInput = ({ firstName, lastName, jobTitle }: ProfileDraft): ProfileInput => ({
  first_name: firstName.trim(),
  last_name: lastName.trim(),
  job_title: fromJobTitleChoice(jobTitle),
})

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
        >
          <option value="" disabled>
            Choose one
          </option>
          {JOB_TITLES.map((title) => (
            <option key={title}>{title}</option>
          ))}
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
