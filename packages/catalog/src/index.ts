export { JOB_TITLES, MASTER_COURSE_ID } from './academy.ts'
export { allEntitlements, ENTITLEMENTS, type Entitlement, type Entitlements, entitlementsFor, noEntitlements } from './entitlements.ts'
export { mayOpenTutorial, type TutorialMarks } from './tutorial-access.ts'
