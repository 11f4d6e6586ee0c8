import { OTHER_CONNECTIONS } from '@academy/api/connections'
import { PRICE_KEYS } from '@academy/catalog'
import { defineSection, type Section, stripeMode, urlMode } from './setting.ts'

const { listening, content, syncs, checkouts } = OTHER_CONNECTIONS
const otherConnections = listening + content + syncs + checkouts

/** The settings of the services that the academy uses. */
export const SERVICES: Section[] = [
  defineSection({
    title: 'Database',
    about:
      'Postgres 15 or newer, directly or through a connection pooler. See OPERATIONS.md for poolers, roles and encryption: connections are encrypted unless a URL ends with ?sslmode=disable, or its host is this machine or a name without a dot.',
    readers: ['api'],
    settings: [
      {
        name: 'DATABASE_URL',
        purpose: "URL of the academy's database",
        ifUnset: 'the API does not start',
        value:
          'your Postgres provider: the URL with user, password and database. Supabase: Connect, Session pooler (port 5432), or the direct connection',
        example: 'postgres://academy_api:password@db.example.com:5432/academy',
        secret: true,
        mode: urlMode,
      },
      {
        name: 'DATABASE_DIRECT_URL',
        readers: ['api', 'commands'],
        purpose: 'URL of the same database without a pooler in transaction mode, for LISTEN, locks and transactions that wait for Stripe',
        ifUnset: 'the API uses DATABASE_URL, which must then not lead through a pooler in transaction mode',
        value: "only with such a pooler (Supabase: port 6543): the direct URL, or that of the pooler's session mode (port 5432)",
        example: 'postgres://academy_api:password@db.example.com:5432/academy',
        secret: true,
        mode: urlMode,
      },
      {
        name: 'DATABASE_OWNER_URL',
        readers: ['commands'],
        purpose: 'URL of the same database for the role that owns the tables. migrate, backup and restore use it, the API never does',
        ifUnset: 'DATABASE_URL must belong to the owner, so that an attacker in the API could change or empty tables',
        value: 'the role that your provider gave you (Supabase: postgres); DATABASE_URL then has a role of its own for the API',
        example: 'postgres://academy:password@db.example.com:5432/academy',
        secret: true,
        mode: urlMode,
      },
      {
        name: 'DATABASE_CA',
        readers: ['api', 'commands'],
        purpose: 'certificate of the authority that signed the certificate of the database; with it, connections are verified',
        ifUnset: 'connections are encrypted, but not verified, unless the URL says sslmode=verify-full or names an sslrootcert',
        value:
          'the certificate that your provider offers (Supabase: Database Settings, SSL Configuration), in PEM with \\n for each line end; without Docker also the path of its file',
        example: "'-----BEGIN CERTIFICATE-----\\nMIID…\\n-----END CERTIFICATE-----'",
      },
      {
        name: 'DATABASE_POOL_SIZE',
        purpose: 'database connections of one instance for requests',
        value: `the database's connection limit divided by the number of instances, minus ${otherConnections}: ${listening} for notifications of other instances, ${content} for content syncs, and, while Stripe is slow, up to ${checkouts} for checkouts and ${syncs} for syncs of customers`,
      },
    ],
  }),
  defineSection({
    title: 'Supabase Auth',
    about:
      'Leave "Confirm email" on, require passwords of 8 characters, and allow <web address>/dashboard and <web address>/reset-password as redirect addresses. Copy the mail templates from <web address>/mail-templates (.github/OPERATIONS.md, "Links in mails").',
    readers: ['api'],
    settings: [
      {
        name: 'SUPABASE_URL',
        purpose: 'URL of the auth service; its API is below /auth/v1',
        ifUnset: 'the API does not start',
        value: 'Supabase: Project Settings, Data API, Project URL. For a self-hosted auth service, the URL of the web server',
        example: 'https://abcdefgh.supabase.co',
        mode: urlMode,
      },
      {
        name: 'SUPABASE_SERVICE_ROLE_KEY',
        purpose: 'administrator key with which the API reads and deletes users of the auth service',
        ifUnset: 'the API does not start',
        value: 'Supabase: Project Settings, API Keys, the secret key (or service_role), never the public one',
        example: 'sb_secret_…',
        secret: true,
      },
      {
        name: 'SUPABASE_JWT_SECRET',
        readers: ['api', 'compose'],
        purpose: 'verifies tokens of older projects, which sign with a shared secret (HS256)',
        ifUnset: 'the API accepts only tokens that are signed with published keys, as in newer projects',
        value: 'Supabase: Project Settings, JWT Keys, Legacy JWT Secret',
        secret: true,
      },
      {
        name: 'SUPABASE_JWT_ISSUER',
        purpose: 'required issuer of tokens',
        ifUnset: 'SUPABASE_URL with /auth/v1, as in hosted projects',
        value: 'API_EXTERNAL_URL of a self-hosted auth service',
      },
      {
        name: 'SUPABASE_JWT_AUDIENCE',
        purpose: 'required audience (`aud`) of tokens',
        value: 'Supabase never changes it',
      },
      {
        name: 'SUPABASE_JWT_CLOCK_TOLERANCE_SECONDS',
        purpose: 'tolerated difference between the clocks of the auth service and the API',
        value: 'larger only if you cannot correct the clocks',
      },
      {
        name: 'SUPABASE_JWKS_COOLDOWN_SECONDS',
        purpose: 'shortest time between two requests for the published keys',
        value: 'keep the default',
      },
    ],
  }),
  defineSection({
    title: 'Notion',
    about: 'Authors write the content in Notion. Without Notion, learners see the content that was published last.',
    readers: ['api'],
    settings: [
      {
        name: 'NOTION_TOKEN',
        purpose: 'reads the workspace with the content',
        ifUnset: 'edits do not appear; a new academy has no content',
        value: 'notion.so/profile/integrations: create an internal integration, copy its secret, and share the page with it',
        example: 'ntn_…',
        secret: true,
      },
      {
        name: 'NOTION_ROOT_PAGE_ID',
        purpose: 'page that contains the content',
        ifUnset: 'the same as without NOTION_TOKEN; set both or neither',
        value: "the 32 characters at the end of the page's URL; content:push fills the page with the sample content",
        example: '0123456789abcdef0123456789abcdef',
      },
      {
        name: 'NOTION_WEBHOOK_TOKEN',
        purpose: 'verifies the webhook <web address>/api/content/notion-webhook, by which edits appear at once',
        ifUnset: 'edits appear at the next sync (CONTENT_SYNC_SECONDS)',
        value: 'add the webhook to the integration; the API logs the token that Notion sends',
        secret: true,
      },
      {
        name: 'CONTENT_SYNC_SECONDS',
        purpose: 'time between syncs with Notion',
        value: 'seconds',
      },
      {
        name: 'NOTION_BASE_URL',
        purpose: 'URL of the Notion API',
        ifUnset: "Notion's own URL",
        value: 'only for stand-ins',
        mode: urlMode,
      },
      {
        name: 'NOTION_REQUESTS_PER_SECOND',
        purpose: 'limit of requests per second to Notion',
        ifUnset: "the default applies, which is Notion's limit",
        value: 'only for stand-ins',
      },
    ],
  }),
  defineSection({
    title: 'Stripe',
    about: 'stripe:setup creates products, prices, the billing portal and the webhook. You can repeat it.',
    readers: ['api'],
    settings: [
      {
        name: 'STRIPE_SECRET_KEY',
        purpose: 'creates checkouts and reads payments at Stripe',
        ifUnset: 'customers cannot buy; everything else works',
        value: 'dashboard.stripe.com/apikeys: the secret key; sk_test_ is for tests, sk_live_ charges real cards',
        example: 'sk_test_…',
        secret: true,
        mode: stripeMode,
      },
      {
        name: 'STRIPE_WEBHOOK_SECRET',
        purpose: 'verifies that webhooks come from Stripe',
        ifUnset: 'the same as without STRIPE_SECRET_KEY; set both or neither',
        value: 'stripe:setup prints it when it creates the webhook; test mode and live mode have their own',
        example: 'whsec_…',
        secret: true,
      },
      {
        name: 'STRIPE_AUTOMATIC_TAX',
        purpose: 'whether Stripe adds taxes',
        ifUnset: 'Stripe adds no taxes',
        value: 'true after you have set up Stripe Tax in the dashboard',
      },
      {
        name: 'STRIPE_TAX_IDS',
        purpose: 'whether the checkout asks businesses for their VAT number',
        ifUnset: 'the checkout asks',
        value: 'true or false',
      },
      {
        name: 'STRIPE_INVOICES',
        purpose: 'whether one-time purchases get an invoice',
        ifUnset: 'they get one',
        value: 'true or false',
      },
      {
        name: 'STRIPE_END_REFUNDED_STUDIO',
        purpose: 'whether a full refund or a lost dispute of a Studio month ends the subscription',
        ifUnset: 'the subscription continues, and the account page shows the refunded month',
        value: 'true or false',
      },
      ...PRICE_KEYS.map((key) => ({
        name: `STRIPE_PRICE_${key.toUpperCase()}`,
        purpose: `id of the price ${key}`,
        ifUnset: `the API finds the price by its lookup key ${key}`,
        value: 'dashboard.stripe.com/products; only if the API must not use the lookup key',
        example: 'price_…',
      })),
      {
        name: 'RECONCILE_SECONDS',
        purpose: "time between comparisons of Stripe's events with the database",
        value: 'seconds',
      },
      {
        name: 'STRIPE_BASE_URL',
        purpose: 'URL of the Stripe API',
        ifUnset: "Stripe's own URL",
        value: 'only for stand-ins',
        mode: urlMode,
      },
    ],
  }),
  defineSection({
    title: 'Mails',
    about:
      "The mail server for the academy's own mails, such as the welcome after a purchase; the profile auth uses the same server. A hosted Supabase project has SMTP settings of its own.",
    readers: ['api'],
    settings: [
      {
        name: 'SMTP_HOST',
        readers: ['api', 'compose'],
        purpose: 'mail server',
        ifUnset: 'buyers get no welcome mail; mails of the profile auth go to the mailbox, which only you can read',
        value: 'your mail provider',
        example: 'smtp.example.com',
      },
      {
        name: 'SMTP_PORT',
        readers: ['api', 'compose'],
        purpose: 'port of the mail server: 465 for implicit TLS, any other for STARTTLS',
        ifUnset: "587; the profile auth uses 1025, the mailbox's port",
        value: 'your mail provider',
      },
      {
        name: 'SMTP_USER',
        readers: ['api', 'compose'],
        purpose: 'user name at the mail server. With it, the academy sends mails only over TLS',
        ifUnset: 'the academy does not sign in to the mail server',
        value: 'your mail provider',
      },
      {
        name: 'SMTP_PASS',
        readers: ['api', 'compose'],
        purpose: 'password at the mail server',
        ifUnset: 'the same as without SMTP_USER; set both or neither',
        value: 'your mail provider',
        secret: true,
      },
      {
        name: 'SMTP_FROM',
        readers: ['api', 'compose'],
        purpose: 'sender of the mails',
        ifUnset: 'with SMTP_HOST the API does not start',
        value: 'an address of your domain',
        example: 'academy@example.com',
      },
    ],
  }),
]
