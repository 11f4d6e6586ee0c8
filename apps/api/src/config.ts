import { MASTER_COURSE_ID, PRICE_KEYS, type PriceKey } from '@academy/catalog'
import { emailAddress } from '@academy/contract/text'
import { z } from 'zod'
import { configError, withoutEmpty } from './config-error.ts'
import {
  contacts,
  databaseCa,
  databaseUrl,
  httpUrl,
  invitation,
  legalPage,
  notionPageId,
  notionToken,
  priceVariable,
  priceVariables,
  SECRET_WITHOUT_SPACES,
  serviceRoleKey,
  serviceUrl,
  stripeBaseUrl,
  stripeSecretKey,
  stripeWebhookSecret,
  supabaseUrl,
  trustProxy,
  webOrigin,
  wholeNumber,
  yesOrNo,
} from './config-values.ts'
import { withDatabaseCa } from './database-tls.ts'

export { isDatabaseUrl } from './config-values.ts'

/** The time, in milliseconds, that running requests get to finish after a signal and DRAIN_SECONDS. */
export const GRACE_MS = 10_000

const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65535).default(3001),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATABASE_CA: databaseCa.optional(),
    DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
    WEB_ORIGIN: webOrigin,
    SUPABASE_URL: supabaseUrl,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_JWT_SECRET: z
      .string()
      .min(
        32,
        'is shorter than 32 characters. Copy the JWT secret of the Supabase project, or leave it out for projects with signing keys.',
      )
      .optional(),
    SUPABASE_JWT_ISSUER: z.string().optional(),
    SUPABASE_JWT_AUDIENCE: z.string().default('authenticated'),
    SUPABASE_JWT_CLOCK_TOLERANCE_SECONDS: wholeNumber(0, 300).default(5),
    SUPABASE_JWKS_COOLDOWN_SECONDS: wholeNumber(0, 60).default(2),
    NOTION_TOKEN: notionToken.optional(),
    NOTION_ROOT_PAGE_ID: notionPageId.optional(),
    NOTION_BASE_URL: serviceUrl('the address of the Notion API').default('https://api.notion.com'),
    NOTION_WEBHOOK_TOKEN: z
      .string()
      .regex(SECRET_WITHOUT_SPACES, 'must not contain spaces.')
      .min(10, 'is too short for a verification token. Copy the whole token.')
      .optional(),
    NOTION_REQUESTS_PER_SECOND: wholeNumber(1, 1_000).default(3),
    CONTENT_SYNC_SECONDS: wholeNumber(1, 86_400).default(300),
    PUBLIC_API_URL: serviceUrl('the address at which browsers reach the API').optional(),
    FILE_SIGNING_KEY: z.string().min(32, 'must have at least 32 characters.').optional(),
    STRIPE_SECRET_KEY: stripeSecretKey.optional(),
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
    STRIPE_BASE_URL: stripeBaseUrl,
    STRIPE_AUTOMATIC_TAX: yesOrNo.default(false),
    STRIPE_TAX_IDS: yesOrNo.default(true),
    STRIPE_INVOICES: yesOrNo.default(true),
    STRIPE_END_REFUNDED_STUDIO: yesOrNo.default(false),
    VITE_TERMS_URL: legalPage('the address of your terms').optional(),
    VITE_PRIVACY_URL: legalPage('the address of your privacy policy').optional(),
    VITE_IMPRINT_URL: legalPage('the address of your imprint').optional(),
    VITE_WITHDRAWAL_URL: legalPage('the address of your information on the right of withdrawal').optional(),
    ...priceVariables,
    RECONCILE_SECONDS: wholeNumber(1, 86_400).default(300),
    SMTP_HOST: z.string().regex(SECRET_WITHOUT_SPACES, 'is not the name of a mail server, such as smtp.example.com.').optional(),
    SMTP_PORT: wholeNumber(1, 65535).default(587),
    SMTP_USER: z.string().optional(),
    SMTP_PASS: z.string().optional(),
    SMTP_FROM: z
      .string()
      .regex(/^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/, 'is not an email address. Set it to an address of your domain.')
      .optional(),
    VITE_ACADEMY_NAME: z.string().default('Vibe Coding Academy'),
    ADMIN_EMAIL: emailAddress('is not an email address. Set it to the address of the administrator, or leave it out.').optional(),
    ADMIN_ACCOUNT_ID: z
      .guid('is not an account id. Run `npx -y pnpm@10 academy admin:appoint <email>`, which prints it, or leave it out.')
      .optional(),
    MASTER_COURSE_ID: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/, 'may have only letters, digits, - and _.')
      .default(MASTER_COURSE_ID),
    SLACK_STANDARD_URL: invitation.optional(),
    SLACK_PREMIUM_URL: invitation.optional(),
    SECURITY_CONTACT: contacts,
    SECURITY_POLICY_URL: httpUrl('the address of the page that says how to report security problems').optional(),
    SECURITY_LANGUAGES: z
      .string()
      .regex(/^[A-Za-z-]{2,35}(\s*,\s*[A-Za-z-]{2,35})*$/, 'must be language tags separated by commas, such as en, de.')
      .default('en'),
    TRUST_PROXY: trustProxy,
    GEO_COUNTRY_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/, 'is not the name of a header, such as CF-IPCountry.')
      .optional(),
    GEO_DATABASE: z.string().optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be one of fatal, error, warn, info, debug, trace, silent.',
      })
      .default('info'),
    METRICS_TOKEN: z
      .string()
      .regex(SECRET_WITHOUT_SPACES, 'must not contain spaces.')
      .min(16, 'must have at least 16 characters.')
      .optional(),
    RATE_LIMIT_PUBLIC_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
    RATE_LIMIT_ACCOUNT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
    RATE_LIMIT_SIGN_UP_PER_MINUTE: wholeNumber(1, 1_000_000).default(20),
    REQUEST_TIMEOUT_SECONDS: wholeNumber(1, 600).default(15),
    DRAIN_SECONDS: wholeNumber(0, 300).default(0),
    MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000).default(500),
    MAX_RSS_MB: wholeNumber(0, 1_000_000).default(0),
  })
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

/** Returns the default of a schema, also inside optional parts and transformations. */
function defaultOf({ _zod: { def } }: z.core.$ZodType): unknown {
  if ('defaultValue' in def) return def.defaultValue
  const inner = 'innerType' in def ? def.innerType : 'in' in def ? def.in : undefined
  return inner === undefined ? undefined : defaultOf(inner as z.core.$ZodType)
}

/** Lists every variable that the API reads, with its default. */
export function listSettings(): { name: string; isRequired: boolean; byDefault: string }[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    return { name, isRequired: !schema.safeParse(undefined).success, byDefault: String(defaultOf(schema) ?? '') }
  })
}

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
    /** Signs the picture URLs of locked tutorials; the same on every instance. */
    fileSigningKey: env.FILE_SIGNING_KEY ?? env.SUPABASE_SERVICE_ROLE_KEY,
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
