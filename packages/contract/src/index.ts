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

export * from './account-details.ts'
export * from './accounts.ts'
export * from './answers.ts'
export * from './api-error.ts'
export * from './billing.ts'
export * from './certificates.ts'
export * from './content.ts'
export * from './courses.ts'
export * from './device-logins.ts'
export * from './figures.ts'
export * from './gift-input.ts'
export * from './learning.ts'
export * from './library.ts'
export * from './mentorship.ts'
export * from './notes.ts'
export * from './privacy.ts'
export * from './programs.ts'
export * from './prompt-origin.ts'
export * from './prompts.ts'
export * from './public-content.ts'
export * from './reviews.ts'
export * from './search.ts'
export * from './team.ts'
export * from './tokens.ts'
export * from './webhooks.ts'
export * from './withdrawals.ts'

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
