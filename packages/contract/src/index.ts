import { initContract } from '@ts-rest/core'
import { accounts } from './accounts.ts'
import { adminAccounts } from './admin-accounts.ts'
import { billing } from './billing.ts'
import { content } from './content.ts'
import { courses } from './courses.ts'
import { geo } from './geo.ts'
import { health } from './health.ts'
import { learning } from './learning.ts'
import { library } from './library.ts'
import { privacy } from './privacy.ts'
import { prompts } from './prompts.ts'

export { type AccountContext, accountContext, entitlements, type ProfileInput, profileInput } from './accounts.ts'
export {
  type AccountFile,
  accountFile,
  type ExplainedEntitlement,
  type FoundAccount,
  type GrantInput,
  type PaymentTroubles,
  paymentTroubles,
  type RecordedCheckout,
  type StripeEvent,
} from './admin-accounts.ts'
export { type ApiErrorBody, type ApiErrorCode, apiError, apiErrorCode } from './api-error.ts'
export { type CheckoutInput, checkoutInput } from './billing.ts'
export {
  type ContentPreview,
  type ContentState,
  contentPreview,
  contentState,
  contentWarning,
  refusedPage,
  type SyncRun,
  syncRun,
} from './content.ts'
export {
  type Course,
  course,
  type SessionDetail,
  type SessionSummary,
  sessionDetail,
  sessionSummary,
  type TutorialContent,
  tutorialContent,
} from './courses.ts'
export {
  type CourseProgress,
  courseProgress,
  type ProgressInput,
  progressInput,
  type TutorialProgress,
  tutorialProgress,
  type VideoPositionInput,
  videoPositionInput,
} from './learning.ts'
export {
  type LibraryItem,
  libraryItem,
  type RelatedResource,
  type ResourceContent,
  relatedResource,
  resourceContent,
} from './library.ts'
export { type AccountExport, accountExport, type EraseInput } from './privacy.ts'
export { type PromptInput, promptInput, type UserPrompt, userPrompt } from './prompts.ts'
export { FRAME_HOSTS } from './video-hosts.ts'

/**
 * Every product endpoint. `metadata.auth` says who may call it: 'public', 'bearer' for signed-in users, or 'admin' for the administrator
 * (with 403 among its responses).
 */
export const contract = initContract().router({
  accounts,
  adminAccounts,
  billing,
  content,
  courses,
  geo,
  health,
  learning,
  library,
  privacy,
  prompts,
})
