/** The id of the Master Course in URLs. Deployments may override it by configuration. */
export const MASTER_COURSE_ID = 'master-course'

/** The job titles offered in the profile, in this order. 'Other' asks for free text and is never stored itself. */
export const JOB_TITLES = [
  'Product Manager',
  'Product Designer',
  'Head of Product',
  'Growth Marketer',
  'Entrepreneur',
  'Software Engineer',
  'Other',
] as const
