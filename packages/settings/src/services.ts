// One long table: the services stand here in the order in which an operator sets them up.
import { FIRST_COURSE, isCourseId, PRICES, type PriceKey } from '@academy/catalog'
import { QUICKNET } from '@academy/contract/mentorship-draw'
import { z } from 'zod'
import { defineSection, type Row, stripeMode, urlMode } from './setting.ts'
import {
  databaseCa,
  databaseUrl,
  httpUrl,
  notionPageId,
  notionToken,
  SECRET_WITHOUT_SPACES,
  serviceRoleKey,
  serviceUrl,
  stripeBaseUrl,
  stripePriceId,
  stripeSecretKey,
  stripeWebhookSecret,
  supabaseUrl,
  weekTime,
  wholeNumber,
  withoutSpaces,
  yesOrNo,
} from './values.ts'

/** Returns the variable for the id of a price: STRIPE_PRICE_MASTER_COURSE_EUR for `master_course_eur`. */
export const priceVariable = (key: PriceKey) => `STRIPE_PRICE_${key.toUpperCase()}` as `STRIPE_PRICE_${Uppercase<PriceKey>}`

const priceIds = Object.fromEntries(
  // The API finds the prices of further courses by their lookup keys alone.
  PRICES.filter(({ offer }) => !isCourseId(offer) || offer === FIRST_COURSE).map(({ key }) => [
    priceVariable(key),
    {
      schema: stripePriceId.optional(),
      purpose: `id of the price ${key}`,
      ifUnset: `the API finds the price by its lookup key ${key}`,
      value: 'dashboard.stripe.com/products; only if the API must not use the lookup key',
      example: 'price_…',
    },
  ]),
) as Record<ReturnType<typeof priceVariable>, Row & { schema: z.ZodOptional<typeof stripePriceId> }>

export const DATABASE = defineSection({
  title: 'Database',
  about:
    'Postgres 15 or newer, directly or through a connection pooler. See OPERATIONS.md for poolers, roles and encryption: connections are encrypted unless a URL ends with ?sslmode=disable, or its host is this machine or a name without a dot.',
  readers: ['api'],
  settings: {
    DATABASE_URL: {
      schema: databaseUrl,
      readers: ['api', 'commands'],
      purpose: "URL of the academy's database",
      ifUnset: 'the API does not start',
      value:
        'your Postgres provider: the URL with user, password and database. Supabase: Connect, Session pooler (port 5432), or the direct connection',
      example: 'postgres://academy_api:password@db.example.com:5432/academy',
      secret: true,
      mode: urlMode,
    },
    DATABASE_DIRECT_URL: {
      schema: databaseUrl.optional(),
      readers: ['api', 'commands'],
      purpose: 'URL of the same database without a pooler in transaction mode, for LISTEN, locks and transactions that wait for Stripe',
      ifUnset: 'the API uses DATABASE_URL, which must then not lead through a pooler in transaction mode',
      value: "only with such a pooler (Supabase: port 6543): the direct URL, or that of the pooler's session mode (port 5432)",
      example: 'postgres://academy_api:password@db.example.com:5432/academy',
      secret: true,
      mode: urlMode,
    },
    DATABASE_OWNER_URL: {
      schema: databaseUrl.optional(),
      readers: ['commands'],
      purpose: 'URL of the same database for the role that owns the tables. migrate, backup and restore use it, the API never does',
      ifUnset: 'DATABASE_URL must belong to the owner, so that an attacker in the API could change or empty tables',
      value: 'the role that your provider gave you (Supabase: postgres); DATABASE_URL then has a role of its own for the API',
      example: 'postgres://academy:password@db.example.com:5432/academy',
      secret: true,
      mode: urlMode,
    },
    DATABASE_CA: {
      schema: databaseCa.optional(),
      readers: ['api', 'commands'],
      purpose: 'certificate of the authority that signed the certificate of the database; with it, connections are verified',
      ifUnset: 'connections are encrypted, but not verified, unless the URL says sslmode=verify-full or names an sslrootcert',
      value:
        'the certificate that your provider offers (Supabase: Database Settings, SSL Configuration), in PEM with \\n for each line end; without Docker also the path of its file',
      example: "'-----BEGIN CERTIFICATE-----\\nMIID…\\n-----END CERTIFICATE-----'",
    },
    DATABASE_POOL_SIZE: {
      schema: wholeNumber(1, 500).default(10),
      purpose: 'database connections of one instance for requests',
      value:
        "the database's connection limit divided by the number of instances, minus 18: 1 for notifications of other instances, 1 for content syncs, and, while Stripe is slow, up to 10 for checkouts and 6 for syncs of customers",
    },
  },
})

export const SUPABASE_AUTH = defineSection({
  title: 'Supabase Auth',
  about:
    'Leave "Confirm email" on, require passwords of 8 characters, and allow <web address>/dashboard and <web address>/reset-password as redirect addresses. Copy the mail templates from <web address>/mail-templates (.github/OPERATIONS.md, "Links in mails").',
  readers: ['api'],
  settings: {
    SUPABASE_URL: {
      schema: supabaseUrl,
      purpose: 'URL of the auth service; its API is below /auth/v1',
      ifUnset: 'the API does not start',
      value: 'Supabase: Project Settings, Data API, Project URL. For a self-hosted auth service, the URL of the web server',
      example: 'https://abcdefgh.supabase.co',
      mode: urlMode,
    },
    SUPABASE_SERVICE_ROLE_KEY: {
      schema: serviceRoleKey,
      purpose: 'administrator key with which the API reads and deletes users of the auth service',
      ifUnset: 'the API does not start',
      value: 'Supabase: Project Settings, API Keys, the secret key (or service_role), never the public one',
      example: 'sb_secret_…',
      secret: true,
    },
    SUPABASE_JWT_SECRET: {
      schema: z
        .string()
        .min(
          32,
          'is shorter than 32 characters. Copy the JWT secret of the Supabase project, or leave it out for projects with signing keys.',
        )
        .optional(),
      readers: ['api', 'compose'],
      purpose: 'verifies tokens of older projects, which sign with a shared secret (HS256)',
      ifUnset: 'the API accepts only tokens that are signed with published keys, as in newer projects',
      value: 'Supabase: Project Settings, JWT Keys, Legacy JWT Secret',
      secret: true,
    },
    SUPABASE_JWT_ISSUER: {
      purpose: 'required issuer of tokens',
      ifUnset: 'SUPABASE_URL with /auth/v1, as in hosted projects',
      value: 'API_EXTERNAL_URL of a self-hosted auth service',
    },
    SUPABASE_JWT_AUDIENCE: {
      schema: z.string().default('authenticated'),
      purpose: 'required audience (`aud`) of tokens',
      value: 'Supabase never changes it',
    },
    SUPABASE_JWT_CLOCK_TOLERANCE_SECONDS: {
      schema: wholeNumber(0, 300).default(5),
      purpose: 'tolerated difference between the clocks of the auth service and the API',
      value: 'larger only if you cannot correct the clocks',
    },
    SUPABASE_JWKS_COOLDOWN_SECONDS: {
      schema: wholeNumber(0, 60).default(2),
      purpose: 'shortest time between two requests for the published keys',
      value: 'keep the default',
    },
  },
})

export const NOTION = defineSection({
  title: 'Notion',
  about: 'Authors write the content in Notion. Without Notion, learners see the content that was published last.',
  readers: ['api'],
  settings: {
    NOTION_TOKEN: {
      schema: notionToken.optional(),
      purpose: 'reads the workspace with the content',
      ifUnset: 'edits do not appear; a new academy has no content',
      value: 'notion.so/profile/integrations: create an internal integration, copy its secret, and share the page with it',
      example: 'ntn_…',
      secret: true,
    },
    NOTION_ROOT_PAGE_ID: {
      schema: notionPageId.optional(),
      purpose: 'page that contains the content',
      ifUnset: 'the same as without NOTION_TOKEN; set both or neither',
      value: "the 32 characters at the end of the page's URL; content:push fills the page with the sample content",
      example: '0123456789abcdef0123456789abcdef',
    },
    NOTION_WEBHOOK_TOKEN: {
      schema: withoutSpaces.min(10, 'is too short for a verification token. Copy the whole token.').optional(),
      purpose: 'verifies the webhook <web address>/api/content/notion-webhook, by which edits appear at once',
      ifUnset: 'edits appear at the next sync (CONTENT_SYNC_SECONDS)',
      value: 'add the webhook to the integration; the API logs the token that Notion sends',
      secret: true,
    },
    CONTENT_SYNC_SECONDS: {
      schema: wholeNumber(1, 86_400).default(300),
      purpose: 'time between syncs with Notion',
      value: 'seconds',
    },
    NOTION_BASE_URL: {
      schema: serviceUrl('the address of the Notion API').default('https://api.notion.com'),
      purpose: 'URL of the Notion API',
      ifUnset: "Notion's own URL",
      value: 'only for stand-ins',
      mode: urlMode,
    },
    NOTION_REQUESTS_PER_SECOND: {
      schema: wholeNumber(1, 1_000).default(3),
      purpose: 'limit of requests per second to Notion',
      ifUnset: "the default applies, which is Notion's limit",
      value: 'only for stand-ins',
    },
  },
})

export const STRIPE = defineSection({
  title: 'Stripe',
  about: 'stripe:setup creates products, prices, the billing portal and the webhook. You can repeat it.',
  readers: ['api'],
  settings: {
    STRIPE_SECRET_KEY: {
      schema: stripeSecretKey.optional(),
      purpose: 'creates checkouts and reads payments at Stripe',
      ifUnset: 'customers cannot buy; everything else works',
      value: 'dashboard.stripe.com/apikeys: the secret key; sk_test_ is for tests, sk_live_ charges real cards',
      example: 'sk_test_…',
      secret: true,
      mode: stripeMode,
    },
    STRIPE_WEBHOOK_SECRET: {
      schema: stripeWebhookSecret.optional(),
      purpose: 'verifies that webhooks come from Stripe',
      ifUnset: 'the same as without STRIPE_SECRET_KEY; set both or neither',
      value: 'stripe:setup prints it when it creates the webhook; test mode and live mode have their own',
      example: 'whsec_…',
      secret: true,
    },
    STRIPE_AUTOMATIC_TAX: {
      schema: yesOrNo.default(false),
      purpose: 'whether Stripe adds taxes',
      ifUnset: 'Stripe adds no taxes',
      value: 'true after you have set up Stripe Tax in the dashboard',
    },
    STRIPE_TAX_IDS: {
      schema: yesOrNo.default(true),
      purpose: 'whether the checkout asks businesses for their VAT number; it always does for seats of a team',
      ifUnset: 'the checkout asks',
      value: 'true or false',
    },
    STRIPE_INVOICES: {
      schema: yesOrNo.default(true),
      purpose: 'whether one-time purchases get an invoice; seats of a team always do',
      ifUnset: 'they get one',
      value: 'true or false',
    },
    STRIPE_END_REFUNDED_STUDIO: {
      schema: yesOrNo.default(false),
      purpose: 'whether a full refund or a lost dispute of a Studio month ends the subscription',
      ifUnset: 'the subscription continues, and the account page shows the refunded month',
      value: 'true or false',
    },
    ...priceIds,
    RECONCILE_SECONDS: {
      schema: wholeNumber(1, 86_400).default(300),
      purpose: "time between comparisons of Stripe's events with the database",
      value: 'seconds',
    },
    STRIPE_BASE_URL: {
      schema: stripeBaseUrl,
      purpose: 'URL of the Stripe API',
      ifUnset: "Stripe's own URL",
      value: 'only for stand-ins',
      mode: urlMode,
    },
  },
})

export const MAILS = defineSection({
  title: 'Mails',
  about:
    "The mail server for the academy's own mails, such as the welcome after a purchase; the profile auth uses the same server. A hosted Supabase project has SMTP settings of its own.",
  readers: ['api'],
  settings: {
    SMTP_HOST: {
      schema: z.string().regex(SECRET_WITHOUT_SPACES, 'is not the name of a mail server, such as smtp.example.com.').optional(),
      readers: ['api', 'compose'],
      purpose: 'mail server',
      ifUnset: 'buyers get no welcome mail; mails of the profile auth go to the mailbox, which only you can read',
      value: 'your mail provider',
      example: 'smtp.example.com',
    },
    SMTP_PORT: {
      schema: wholeNumber(1, 65535).default(587),
      readers: ['api', 'compose'],
      purpose: 'port of the mail server: 465 for implicit TLS, any other for STARTTLS',
      ifUnset: "587; the profile auth uses 1025, the mailbox's port",
      value: 'your mail provider',
    },
    SMTP_USER: {
      readers: ['api', 'compose'],
      purpose: 'user name at the mail server. With it, the academy sends mails only over TLS',
      ifUnset: 'the academy does not sign in to the mail server',
      value: 'your mail provider',
    },
    SMTP_PASS: {
      readers: ['api', 'compose'],
      purpose: 'password at the mail server',
      ifUnset: 'the same as without SMTP_USER; set both or neither',
      value: 'your mail provider',
      secret: true,
    },
    SMTP_FROM: {
      schema: z
        .string()
        .regex(/^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/, 'is not an email address. Set it to an address of your domain.')
        .optional(),
      readers: ['api', 'compose'],
      purpose: 'sender of the mails',
      ifUnset: 'with SMTP_HOST the API does not start',
      value: 'an address of your domain',
      example: 'academy@example.com',
    },
  },
})

export const MENTORSHIP = defineSection({
  title: 'The weekly draw of mentoring sessions',
  about: 'Off by default: the Mentorship page then keeps registrations in the browser alone. See OPERATIONS.md, "The mentorship draw".',
  readers: ['api'],
  settings: {
    MENTORSHIP_DRAW: {
      schema: yesOrNo.default(false),
      readers: ['api', 'web app'],
      purpose: 'whether registrations are stored, and three winners are drawn each week and get a mail',
      ifUnset: 'false: nothing is stored or drawn',
      value: 'true once a mentor keeps the time free, and mails work',
    },
    MENTORSHIP_START: {
      schema: weekTime,
      purpose: 'when the first of the three sessions of a week begins; each takes half an hour',
      ifUnset: 'Friday 16:00',
      value: 'a day from Wednesday to Sunday and a time in UTC, such as Friday 16:00, so that winners have time to answer',
      example: 'Friday 16:00',
    },
    MENTORSHIP_MEETING_URL: {
      schema: httpUrl('the address of the meeting').optional(),
      purpose: 'where the sessions take place; invitations name it',
      ifUnset: 'the invitation says that the mentor will send the address',
      value: 'a room of your video conference',
      example: 'https://meet.example.com/mentoring',
    },
    DRAND_URL: {
      schema: serviceUrl('the address of the chain of drand').default(`https://api.drand.sh/${QUICKNET.chainHash}`),
      purpose: 'URL of the random values that decide the draw, with the hash of the chain',
      value: 'keep the default, or name another relay of the same chain, such as https://drand.cloudflare.com/',
    },
    DRAND_PUBLIC_KEY: {
      schema: z
        .string()
        .regex(/^[0-9a-f]{192}$/, 'is not the key of a drand chain like quicknet: 192 digits and letters from a to f.')
        .default(QUICKNET.publicKey),
      purpose: 'key of that chain, which every random value is verified with',
      value: 'keep the default; another chain needs the start and the interval of quicknet',
    },
  },
})
