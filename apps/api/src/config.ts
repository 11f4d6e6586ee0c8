import { PRICE_KEYS, type PriceKey } from '@academy/catalog'
import { priceVariable, schemasOf } from '@academy/settings'
import { configError, withoutEmpty } from '@academy/settings/config-error'
import { withDatabaseCa } from '@academy/settings/database-tls'
import { z } from 'zod'

/** The time, in milliseconds, that running requests get to finish after a signal and DRAIN_SECONDS. */
export const GRACE_MS = 10_000

const environment = z
  .object(schemasOf('api'))
  .refine((env) => (env.NOTION_TOKEN === undefined) === (env.NOTION_ROOT_PAGE_ID === undefined), {
    path: ['NOTION_ROOT_PAGE_ID'],
    error: 'and NOTION_TOKEN belong together. Set both, or neither to keep the content as it is.',
  })
  .refine((env) => env.ADMIN_ACCOUNT_ID === undefined || env.ADMIN_EMAIL !== undefined, {
    path: ['ADMIN_ACCOUNT_ID'],
    error: 'and ADMIN_EMAIL belong together: the administrator is one account under one address. Set both, or neither.',
  })
  .refine((env) => env.SMTP_HOST === undefined || env.SMTP_FROM !== undefined, {
    path: ['SMTP_FROM'],
    error: 'is missing. Set it to the sender of the mails, or leave out SMTP_HOST to send none.',
  })
  .refine((env) => (env.SMTP_USER === undefined) === (env.SMTP_PASS === undefined), {
    path: ['SMTP_PASS'],
    error: 'and SMTP_USER belong together. Set both, or neither for a mail server without sign-in.',
  })
  .refine((env) => env.GEO_COUNTRY_HEADER === undefined || env.TRUST_PROXY !== false, {
    path: ['GEO_COUNTRY_HEADER'],
    error: 'counts only from a trusted proxy. Set TRUST_PROXY as well, or leave it out.',
  })
  .refine((env) => (env.STRIPE_SECRET_KEY === undefined) === (env.STRIPE_WEBHOOK_SECRET === undefined), {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: 'and STRIPE_SECRET_KEY belong together: what is paid would not be unlocked. Set both, or neither to sell nothing.',
  })

/** The API's settings, validated once at start. */
export type Config = Readonly<ReturnType<typeof configFrom>>

function configFrom(env: z.output<typeof environment>) {
  return {
    host: env.HOST,
    port: env.PORT,
    databaseUrl: withDatabaseCa(env.DATABASE_URL, env.DATABASE_CA),
    /** For LISTEN, locks and long transactions: without a pooler, or through one in session mode. */
    directDatabaseUrl: withDatabaseCa(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, env.DATABASE_CA),
    /** Whether `databaseUrl` leads through a pooler in transaction mode. */
    isTransactionPooled: env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_DIRECT_URL !== env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    webOrigin: env.WEB_ORIGIN,
    auth: Object.freeze({
      /** The URL of the Supabase project; the auth service is below /auth/v1. */
      url: env.SUPABASE_URL,
      serviceRoleKey: env.SUPABASE_SERVICE_ROLE_KEY,
      /** Only for projects that still sign with a shared secret (HS256). */
      jwtSecret: env.SUPABASE_JWT_SECRET,
      issuer: env.SUPABASE_JWT_ISSUER ?? `${env.SUPABASE_URL}/auth/v1`,
      audience: env.SUPABASE_JWT_AUDIENCE,
      clockToleranceSeconds: env.SUPABASE_JWT_CLOCK_TOLERANCE_SECONDS,
      /** The shortest time between two fetches of the provider's keys, so that made-up tokens cannot flood it. */
      jwksCooldownSeconds: env.SUPABASE_JWKS_COOLDOWN_SECONDS,
    }),
    /** Undefined: no sync changes the content of the mirror. */
    notion:
      env.NOTION_TOKEN !== undefined && env.NOTION_ROOT_PAGE_ID !== undefined
        ? Object.freeze({
            token: env.NOTION_TOKEN,
            rootPageId: env.NOTION_ROOT_PAGE_ID,
            baseUrl: env.NOTION_BASE_URL,
            /** Notion allows three on average; a stand-in may allow more. */
            requestsPerSecond: env.NOTION_REQUESTS_PER_SECOND,
          })
        : undefined,
    /** The verification token of Notion's webhook. Without it, only the scheduled syncs detect edits. */
    notionWebhookToken: env.NOTION_WEBHOOK_TOKEN,
    contentSyncSeconds: env.CONTENT_SYNC_SECONDS,
    /** The URL of the API for browsers; empty if it is behind the web app's origin. Picture URLs begin with it. */
    publicApiUrl: env.PUBLIC_API_URL ?? '',
    /** Signs the picture URLs of locked tutorials, among others; the same on every instance. */
    fileSigningKey: env.FILE_SIGNING_KEY ?? env.SUPABASE_SERVICE_ROLE_KEY,
    /** Origins to which webhooks go also without TLS, or at a private address. */
    webhookTrustedOrigins: Object.freeze(env.WEBHOOK_TRUSTED_ORIGINS),
    /** Undefined: nothing can be bought. */
    stripe:
      env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET !== undefined
        ? Object.freeze({
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            baseUrl: env.STRIPE_BASE_URL,
            /** Ids of prices by lookup key. The API finds the others at Stripe by that key. */
            prices: Object.freeze(
              Object.fromEntries(PRICE_KEYS.flatMap((key) => (env[priceVariable(key)] ? [[key, env[priceVariable(key)]]] : []))),
            ) as Readonly<Partial<Record<PriceKey, string>>>,
            /** Needs Stripe Tax to be set up in the account. */
            automaticTax: env.STRIPE_AUTOMATIC_TAX,
            /** Businesses may name their VAT number at checkout. */
            taxIds: env.STRIPE_TAX_IDS,
            /** Whether one-time payments get an invoice. Subscriptions always do. */
            invoices: env.STRIPE_INVOICES,
            /** Whether a month that was refunded in full, or lost in a dispute, ends the subscription to the Studio. */
            endsRefundedStudio: env.STRIPE_END_REFUNDED_STUDIO,
            /** The pages that the law requires of a seller. The web app reads the same settings. */
            legalPages: Object.freeze({
              terms: env.VITE_TERMS_URL,
              privacy: env.VITE_PRIVACY_URL,
              imprint: env.VITE_IMPRINT_URL,
              withdrawal: env.VITE_WITHDRAWAL_URL,
            }),
          })
        : undefined,
    /** The mail server for the academy's own mails; undefined: it sends none. */
    mail:
      env.SMTP_HOST !== undefined && env.SMTP_FROM !== undefined
        ? Object.freeze({
            host: env.SMTP_HOST,
            port: env.SMTP_PORT,
            user: env.SMTP_USER,
            password: env.SMTP_PASS,
            from: env.SMTP_FROM,
          })
        : undefined,
    /** The weekly draw of mentoring sessions; undefined: there is none. */
    mentorship: env.MENTORSHIP_DRAW
      ? Object.freeze({
          start: env.MENTORSHIP_START,
          /** Where the sessions take place. */
          meetingUrl: env.MENTORSHIP_MEETING_URL,
          beacon: Object.freeze({ url: env.DRAND_URL, publicKey: env.DRAND_PUBLIC_KEY }),
        })
      : undefined,
    academyName: env.VITE_ACADEMY_NAME,
    /** How often reconciling runs, in seconds. */
    reconcileSeconds: env.RECONCILE_SECONDS,
    /** Lower case. Without `adminAccountId` it makes no account the administrator. */
    adminEmail: env.ADMIN_EMAIL?.toLowerCase(),
    /** Lower case; undefined: no account is the administrator. */
    adminAccountId: env.ADMIN_ACCOUNT_ID?.toLowerCase(),
    masterCourseId: env.MASTER_COURSE_ID,
    /** Invitations to Slack; undefined: there is none yet. */
    slack: Object.freeze({ standardUrl: env.SLACK_STANDARD_URL, premiumUrl: env.SLACK_PREMIUM_URL }),
    /** The fields of /.well-known/security.txt; without a contact there is no such file. */
    security: Object.freeze({ contacts: env.SECURITY_CONTACT, policyUrl: env.SECURITY_POLICY_URL, languages: env.SECURITY_LANGUAGES }),
    trustProxy: env.TRUST_PROXY,
    geo: Object.freeze({
      /** In lower case, as Node names headers; undefined: no proxy in front of the API names the country. */
      countryHeader: env.GEO_COUNTRY_HEADER?.toLowerCase(),
      /** Undefined: the bundled file. */
      databaseFile: env.GEO_DATABASE,
    }),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    limits: Object.freeze({
      publicPerMinute: env.RATE_LIMIT_PUBLIC_PER_MINUTE,
      accountPerMinute: env.RATE_LIMIT_ACCOUNT_PER_MINUTE,
      signUpPerMinute: env.RATE_LIMIT_SIGN_UP_PER_MINUTE,
    }),
    /** The time limit of a request, after which the API responds with 503. */
    requestTimeoutSeconds: env.REQUEST_TIMEOUT_SECONDS,
    /** How long the API serves after a signal while it reports not ready, for load balancers to notice. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Limits beyond which the API responds with 503; 0 switches one off. */
    pressure: Object.freeze({ maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS, maxRssMb: env.MAX_RSS_MB }),
  }
}

/**
 * Reads the configuration out of environment variables; an empty variable counts as not set.
 * @throws ConfigError naming every variable that is missing or wrong and what to do about it.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(withoutEmpty(env))
  if (parsed.success) return Object.freeze(configFrom(parsed.data))
  throw configError('The API', parsed.error)
}
