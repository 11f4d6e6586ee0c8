/** The one course of the academy: its id in every URL (ROUTE-15, CONST-04). Deployments may override it by configuration (D-153). */
export const MASTER_COURSE_ID = 'master-course'

/** The job titles offered in the profile, in this order (PROF-04). 'Other' asks for free text and is never stored itself (D-87). */
export const JOB_TITLES = [
  'Product Manager',
  'Product Designer',
  'Head of Product',
  'Growth Marketer',
  'Entrepreneur',
  'Software Engineer',
  'Other',
] as const
