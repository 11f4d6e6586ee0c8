import { initContract } from '@ts-rest/core'
import { accounts } from './accounts.ts'
import { adminAccounts } from './admin-accounts.ts'
import { answers } from './answers.ts'
import { billing } from './billing.ts'
import { certificates } from './certificates.ts'
import { content } from './content.ts'
import { courses } from './courses.ts'
import { deviceLogins } from './device-logins.ts'
import { figures } from './figures.ts'
import { geo } from './geo.ts'
import { health } from './health.ts'
import { learning } from './learning.ts'
import { library } from './library.ts'
import { mailings } from './mailings.ts'
import { mentorship } from './mentorship.ts'
import { notes } from './notes.ts'
import { privacy } from './privacy.ts'
import { programs } from './programs.ts'
import { prompts } from './prompts.ts'
import { publicContent } from './public-content.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { teamRouter } from './team.ts'
import { tokens } from './tokens.ts'
import { waitingList } from './waiting-list.ts'
import { webhooks } from './webhooks.ts'
import { withdrawals } from './withdrawals.ts'

export {
  type AccountDetails,
  accountDetails,
  type ExplainedEntitlement,
  type FoundAccount,
  type PaymentIssues,
  paymentIssues,
  type RecordedCheckout,
  type StripeEvent,
  type WelcomeMailStatus,
} from './account-details.ts'
export { type AccountContext, accountContext, type Guarantee, type ProfileInput } from './accounts.ts'
export type { Answer, AnsweredTutorial, AnsweredVersion, AnswerInput } from './answers.ts'
export { type ApiErrorBody, type ApiErrorCode, apiError } from './api-error.ts'
export { consentMissing, type Plan, type Receipt, seatsInCheckout } from './billing.ts'
export {
  type AccountCertificate,
  accountCertificate,
  type Certificate,
  certificate,
  type OwnCertificate,
  ownCertificate,
} from './certificates.ts'
export type { ContentPreview, ContentState, SyncRun } from './content.ts'
export {
  type Course,
  type CourseSummary,
  type SessionDetail,
  type SessionSummary,
  type TutorialContent,
  tutorialContent,
} from './courses.ts'
export { type DeviceLogin, deviceLogin } from './device-logins.ts'
export {
  type CurrencySales,
  FEW,
  FEWEST,
  type FunnelCounts,
  type LearnerCount,
  type LearningFigures,
  type Sales,
  type SalesSums,
  type SubscriptionCounts,
} from './figures.ts'
export type { GiftInput } from './gift-input.ts'
export { type CourseProgress, courseProgress, type TutorialProgress, tutorialProgress } from './learning.ts'
export type { LibraryItem, NewPromptVote, RelatedResource, ResourceContent, ResourceToCheck, Trial, TryResult } from './library.ts'
export type { Draw, MentoringSession, MentorshipState } from './mentorship.ts'
export { type ListedNote, listedNote, type Note, note } from './notes.ts'
export { type AccountExport, accountExport } from './privacy.ts'
export { type ProgramRequest, programRequest } from './programs.ts'
export { type CurrentOrigin, currentOrigin, type PromptOrigin, type PromptSource } from './prompt-origin.ts'
export {
  type ListedPromptVersion,
  listedPromptVersion,
  type PromptInput,
  type PromptSummary,
  type PromptVersion,
  promptInput,
  promptSummary,
  promptVersion,
  type UserPrompt,
  userPrompt,
} from './prompts.ts'
export {
  type News,
  news,
  type Proof,
  type PublicCourse,
  type PublicTutorial,
  proof,
  publicCourse,
  publicTutorial,
} from './public-content.ts'
export { type OwnReview, type Review, review, type WrittenReview } from './reviews.ts'
export { type SearchResult, searchResponse, type TextSegment } from './search.ts'
export type { Team, TeamPrompt, TeamSeat, UnownedSeats } from './team.ts'
export { type CreatedToken, createdToken, type PersonalToken, personalToken, type TokenInput } from './tokens.ts'
export type { Webhook, WebhookAttempt } from './webhooks.ts'
export { type Cancellation, cancellation, type Withdrawal, type WithdrawalInput, withdrawal } from './withdrawals.ts'

/**
 * All endpoints of the product. `metadata.auth` is the required access: 'public', 'bearer' for signed-in users, or 'admin' for the
 * administrator. `metadata.scope` is the scope that a personal access token needs; endpoints without it accept only sessions.
 */
export const contract = initContract().router(
  {
    accounts,
    adminAccounts,
    answers,
    billing,
    certificates,
    content,
    courses,
    deviceLogins,
    figures,
    geo,
    health,
    learning,
    library,
    mailings,
    mentorship,
    team: teamRouter,
    notes,
    privacy,
    programs,
    prompts,
    publicContent,
    reviews,
    search,
    tokens,
    waitingList,
    webhooks,
    withdrawals,
  },
  { strictStatusCodes: true },
)
