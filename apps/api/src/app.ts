import { hasSeveralHosts, SEVERAL_HOSTS } from '@academy/contract/host-header'
import Fastify, { type FastifyInstance, type FastifyPluginAsync, type RouteOptions } from 'fastify'
import type { Config } from './config.ts'
import { type AccountTurns, accountTurns } from './http/account-turns.ts'
import { onlyDeclared } from './http/contract-routes.ts'
import { HttpError, respondToInvalidHttp } from './http/errors.ts'
import { addJsonParser } from './http/json-parser.ts'
import { loggerOptions, RequestLog } from './http/log.ts'
import { requestId } from './http/request-ids.ts'
import { outbox } from './mail/outbox.ts'
import { mailer } from './mail/transport.ts'
import { accountRoutes, signUpRoutes } from './modules/account/account.routes.ts'
import { emailOf } from './modules/account/account.store.ts'
import { adminAccountRoutes } from './modules/account/admin-accounts.routes.ts'
import { adminAnswerRoutes, answerRoutes } from './modules/answers/answers.routes.ts'
import { billingRoutes } from './modules/billing/billing.routes.ts'
import { audit } from './modules/billing/facts/audit.ts'
import { entitlements } from './modules/billing/facts/entitlements.ts'
import { payments } from './modules/billing/stripe/payments.ts'
import { reconcileSchedule } from './modules/billing/stripe/reconcile-schedule.ts'
import { stripeWebhook } from './modules/billing/stripe/stripe-webhook.ts'
import { welcomeMails } from './modules/billing/welcome/welcome-mails.ts'
import { contentRoutes } from './modules/content/admin/content.routes.ts'
import { fileRoutes } from './modules/content/read/files.routes.ts'
import { searchRoutes } from './modules/content/search/search.routes.ts'
import { searchCatchUp } from './modules/content/search/search-catch-up.ts'
import { contentSync } from './modules/content/sync/content-sync.ts'
import { notionWebhook } from './modules/content/sync/notion-webhook.ts'
import { publishSignal } from './modules/content/sync/publish-signal.ts'
import { courses } from './modules/courses/course-cache.ts'
import { courseRoutes } from './modules/courses/courses.routes.ts'
import { docs } from './modules/docs/docs.ts'
import { adminFigureRoutes } from './modules/figures/figures.routes.ts'
import { geoRoutes } from './modules/geo/geo.routes.ts'
import { healthRoutes } from './modules/health/health.routes.ts'
import { adminCertificateRoutes, certificateRoutes, publicCertificateRoutes } from './modules/learning/certificates.routes.ts'
import { issueCertificates } from './modules/learning/issue-certificates.ts'
import { learningRoutes } from './modules/learning/learning.routes.ts'
import { noteRoutes } from './modules/learning/notes.routes.ts'
import { adminReviewRoutes, publicReviewRoutes, reviewRoutes } from './modules/learning/reviews.routes.ts'
import { adminLibraryRoutes, libraryRoutes } from './modules/library/library.routes.ts'
import { mailingSender } from './modules/mailings/mailing-sender.ts'
import { mailingRoutes } from './modules/mailings/mailings.routes.ts'
import { unsubscribeRoutes } from './modules/mailings/unsubscribe.routes.ts'
import { freeMcpRoutes, mcpRoutes } from './modules/mcp/mcp.routes.ts'
import { drawSchedule } from './modules/mentorship/draw-schedule.ts'
import { calendarRoutes, mentorshipRoutes, publicDrawRoutes } from './modules/mentorship/mentorship.routes.ts'
import { blockErasedAccounts } from './modules/privacy/erased-accounts.ts'
import { privacyRoutes } from './modules/privacy/privacy.routes.ts'
import { promptRoutes } from './modules/prompts/prompts.routes.ts'
import { teamPromptRoutes } from './modules/prompts/team-prompts.routes.ts'
import { publicContentRoutes } from './modules/public-content/public-content.routes.ts'
import { securityRoutes } from './modules/security/security.routes.ts'
import { adminTeamRoutes, seatInvitations, teamRoutes } from './modules/team/team.routes.ts'
import { authorizationServerRoutes } from './modules/tokens/authorization-server.routes.ts'
import { authorizationServer } from './modules/tokens/authorization-server.ts'
import { deviceLoginRoutes, publicDeviceLoginRoutes } from './modules/tokens/device-logins.routes.ts'
import { personalTokens } from './modules/tokens/personal-token-cache.ts'
import { programRoutes } from './modules/tokens/programs.routes.ts'
import { tokenRoutes } from './modules/tokens/tokens.routes.ts'
import { waitingListPages, waitingListRoutes } from './modules/waiting-list/waiting-list.routes.ts'
import { waitingListMails } from './modules/waiting-list/waiting-list-mails.ts'
import { webhookSender } from './modules/webhooks/webhook-sender.ts'
import { adminWebhookRoutes } from './modules/webhooks/webhooks.routes.ts'
import { withdrawalMailer } from './modules/withdrawals/withdrawal-mailer.ts'
import { adminWithdrawalRoutes, publicWithdrawalRoutes } from './modules/withdrawals/withdrawals.routes.ts'
import { accountLocks } from './plugins/auth/account-locks.ts'
import { auth } from './plugins/auth/auth.ts'
import { authProvider } from './plugins/auth-provider.ts'
import { backPressure } from './plugins/back-pressure.ts'
import { cors } from './plugins/cors.ts'
import { database } from './plugins/database.ts'
import { errorHandler } from './plugins/error-handler.ts'
import { gracefulClose } from './plugins/graceful-close.ts'
import { idempotency } from './plugins/idempotency/idempotency.ts'
import { knownPaths } from './plugins/known-paths.ts'
import { limits } from './plugins/limits/limits.ts'
import { metrics } from './plugins/metrics.ts'
import { notion } from './plugins/notion/notion.ts'
import { responseHeaders, unroutedErrorHandler } from './plugins/response-headers.ts'
import { stripe } from './plugins/stripe.ts'

const BODY_LIMIT = 512 * 1024
/** More than the longest statement of a visitor. To parse and validate half a megabyte of invented fields takes a tenth of a second. */
const PUBLIC_BODY_LIMIT = 32 * 1024
const SLOWEST_HEADERS_MS = 15_000
const SLOWEST_REQUEST_MS = 30_000
/** In milliseconds. Longer than the timeout of the web server in front, which may read nothing for long while its buffers are full. */
const IDLE_CONNECTION_MS = 90_000

const takesBody = ({ method }: RouteOptions): boolean => [method].flat().some((verb) => verb === 'POST' || verb === 'PUT')

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    /** Runs one list, search or export of an account at a time. */
    inTurn: AccountTurns
  }
}

export type AppOptions = {
  /** Takes the log lines instead of standard output. */
  logStream?: { write(line: string): void }
  /** Further routes in a group, for tests of the group's hooks. */
  moreRoutes?: { signedIn?: FastifyPluginAsync; admin?: FastifyPluginAsync }
}

/** Builds the API, not yet listening. Closing it closes what it opened. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const requestTimeoutMs = config.requestTimeoutSeconds * 1000
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(config, options.logStream),
    logController: new RequestLog(config),
    genReqId: requestId,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200 },
    // While closing, requests on open connections are still served, because a load balancer may not have noticed yet.
    return503OnClosing: false,
    // Closes connections of clients that send too slowly, or that read nothing in two checks in a row; never because the API is slow.
    requestTimeout: SLOWEST_REQUEST_MS,
    connectionTimeout: Math.max(IDLE_CONNECTION_MS, requestTimeoutMs + SLOWEST_REQUEST_MS),
    http: { headersTimeout: SLOWEST_HEADERS_MS, connectionsCheckingInterval: 2_000 },
    allowErrorHandlerOverride: false,
    frameworkErrors: unroutedErrorHandler(config),
    clientErrorHandler: respondToInvalidHttp,
    handlerTimeout: requestTimeoutMs,
  })
  app.removeContentTypeParser('text/plain')
  addJsonParser(app)
  // The handler's time includes the time in which the body arrives, which `requestTimeout` limits.
  app.addHook('onRoute', (route) => {
    if (takesBody(route)) route.handlerTimeout ??= SLOWEST_REQUEST_MS + requestTimeoutMs
  })

  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(hasSeveralHosts(raw.rawHeaders) ? new HttpError(400, 'invalid_request', SEVERAL_HOSTS) : undefined),
  )

  app.decorate('config', config)
  app.decorate('inTurn', accountTurns())
  // External services, in the order in which a request needs them.
  await app.register(gracefulClose)
  await app.register(knownPaths)
  await app.register(metrics)
  await app.register(responseHeaders)
  await app.register(cors)
  await app.register(limits)
  await app.register(errorHandler)
  await app.register(authProvider)
  await app.register(auth)
  await app.register(database)
  await app.register(accountLocks)
  await app.register(notion)
  await app.register(stripe)
  await app.register(mailer)
  await app.register(outbox)

  // The mirror of Notion, which a background task syncs.
  await app.register(contentSync)
  await app.register(searchCatchUp)
  await app.register(publishSignal)
  await app.register(courses)

  // Purchases, grants and entitlements.
  await app.register(entitlements)
  await app.register(audit)
  await app.register(payments, { emailOf })
  await app.register(reconcileSchedule)
  await app.register(welcomeMails)
  await app.register(withdrawalMailer)
  await app.register(seatInvitations)

  await app.register(issueCertificates)
  await app.register(webhookSender)
  await app.register(mailingSender)
  await app.register(waitingListMails)
  await app.register(drawSchedule)

  // Tokens of users are accepted, those of erased accounts refused.
  await app.register(personalTokens)
  await app.register(authorizationServer)
  await app.register(blockErasedAccounts)

  // Probes are never limited or refused.
  await app.register(healthRoutes)

  // All other requests are refused under overload.
  await app.register(async (busy) => {
    await busy.register(backPressure)
    await busy.register(idempotency)
    await busy.register(docs)
    await busy.register(securityRoutes)
    await busy.register(authorizationServerRoutes)
    await busy.register(fileRoutes)
    await busy.register(calendarRoutes)
    await busy.register(notionWebhook)
    await busy.register(stripeWebhook)
    await busy.register(unsubscribeRoutes)
    await busy.register(waitingListPages)

    // Public routes.
    await busy.register(async (open) => {
      open.addHook('onRequest', app.limit.publicRoutes)
      open.addHook('onRoute', onlyDeclared('public'))
      open.addHook('onRoute', (route) => {
        route.bodyLimit = PUBLIC_BODY_LIMIT
      })
      await open.register(signUpRoutes)
      await open.register(geoRoutes)
      await open.register(publicCertificateRoutes)
      await open.register(publicDeviceLoginRoutes)
      await open.register(publicContentRoutes)
      await open.register(publicReviewRoutes)
      await open.register(waitingListRoutes)
      await open.register(publicDrawRoutes)
      await open.register(freeMcpRoutes)
      await open.register(publicWithdrawalRoutes)
    })

    // Routes for signed-in users.
    await busy.register(async (signedIn) => {
      signedIn.addHook('onRequest', app.signedInOnly)
      signedIn.addHook('onRequest', app.limit.signedInRoutes)
      signedIn.addHook('onRequest', app.requireScope)
      signedIn.addHook('onRoute', onlyDeclared('bearer'))
      await signedIn.register(accountRoutes)
      await signedIn.register(answerRoutes)
      await signedIn.register(billingRoutes)
      await signedIn.register(certificateRoutes)
      await signedIn.register(courseRoutes)
      await signedIn.register(learningRoutes)
      await signedIn.register(libraryRoutes)
      await signedIn.register(mailingRoutes)
      await signedIn.register(mcpRoutes)
      await signedIn.register(mentorshipRoutes)
      await signedIn.register(noteRoutes)
      await signedIn.register(promptRoutes)
      await signedIn.register(searchRoutes)
      await signedIn.register(deviceLoginRoutes)
      await signedIn.register(teamRoutes)
      await signedIn.register(teamPromptRoutes)
      await signedIn.register(tokenRoutes)
      await signedIn.register(reviewRoutes)
      await signedIn.register(programRoutes)
      await signedIn.register(privacyRoutes)
      if (options.moreRoutes?.signedIn) await signedIn.register(options.moreRoutes.signedIn)
    })

    // Routes for the administrator.
    await busy.register(async (admin) => {
      admin.addHook('onRequest', app.signedInOnly)
      admin.addHook('onRequest', app.limit.signedInRoutes)
      admin.addHook('onRequest', app.requireScope)
      admin.addHook('onRequest', app.adminOnly)
      admin.addHook('onRoute', onlyDeclared('admin'))
      await admin.register(contentRoutes)
      await admin.register(adminAccountRoutes)
      await admin.register(adminCertificateRoutes)
      await admin.register(adminAnswerRoutes)
      await admin.register(adminFigureRoutes)
      await admin.register(adminLibraryRoutes)
      await admin.register(adminReviewRoutes)
      await admin.register(adminTeamRoutes)
      await admin.register(adminWebhookRoutes)
      await admin.register(adminWithdrawalRoutes)
      if (options.moreRoutes?.admin) await admin.register(options.moreRoutes.admin)
    })
  })

  await app.ready()
  return app
}
