import type { AppRouter } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { contract } from './index.ts'

const ids = Object.entries(contract as AppRouter).flatMap(([group, router]) => Object.keys(router).map((name) => `${group}.${name}`))

/** The ids of operations, which generated clients use as names of their functions. New ones are added; none is changed or removed. */
const FROZEN = `
accounts.context
accounts.create
accounts.updateProfile
adminAccounts.bundleDeal
adminAccounts.details
adminAccounts.dismiss
adminAccounts.grant
adminAccounts.paymentIssues
adminAccounts.revoke
adminAccounts.search
adminAccounts.sync
billing.checkout
billing.plans
billing.portal
billing.receipts
billing.refund
certificates.list
certificates.ofAccount
certificates.reissue
certificates.revoke
certificates.setVisibility
certificates.verify
content.confirm
content.preview
content.state
content.sync
courses.course
courses.courseVideo
courses.session
courses.sessionCheckpoint
courses.sessionChecks
courses.sessionTutorials
courses.sessions
courses.tutorialContent
deviceLogins.decide
deviceLogins.get
deviceLogins.poll
deviceLogins.start
figures.funnel
figures.sales
geo.country
health.health
health.ready
learning.progress
learning.saveCheckResult
learning.saveProgress
learning.saveVideoPosition
library.additionalInstructions
library.codeSample
library.content
library.list
library.prerequisite
library.prompt
library.prompts
library.properties
library.relatedResources
library.saveVote
library.toCheck
library.vote
notes.get
notes.list
notes.save
privacy.eraseAccount
privacy.exportAccount
programs.decide
programs.get
prompts.copy
prompts.create
prompts.favourite
prompts.get
prompts.list
prompts.origin
prompts.remove
prompts.summaries
prompts.update
prompts.version
prompts.versions
publicContent.course
publicContent.freeTutorialContent
publicContent.news
publicContent.tutorial
search.search
tokens.create
tokens.list
tokens.revoke
tokens.revokeAll
withdrawals.confirmCancellation
withdrawals.declare
withdrawals.list
withdrawals.readCancellation
withdrawals.requestCancellation
withdrawals.settle
`
  .trim()
  .split(/\s+/)

test('DOCS-07 no id of an operation changes', () => {
  expect(ids.toSorted()).toEqual(FROZEN)
})
