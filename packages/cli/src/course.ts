/** Returns the id of the course: the setting VCA_COURSE, or else `master-course`. */
export const courseOf = (env: NodeJS.ProcessEnv): string => env.VCA_COURSE || 'master-course'
