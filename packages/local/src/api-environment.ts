import { DRAND_PUBLIC_KEY, type Standins } from '@academy/standins'
import { ADMIN_EMAIL } from './demo-accounts.ts'
import type { Ports } from './settings.ts'

/** Returns the settings with which the API uses the stand-ins. Other values of the same settings select hosted services (README). */
export function apiEnvironment(academy: {
  ports: Ports
  databaseUrl: string
  directDatabaseUrl?: string | undefined
  webUrl: string
  standins: Standins
  webhookToken?: string
  /** The secret of the API's webhook endpoint at Stripe. Without it, checkout is unavailable. */
  stripeWebhookSecret?: string
  /** The account of ADMIN_EMAIL. Without it, no account is the administrator. */
  adminAccountId?: string
}): Record<string, string> {
  const { ports, databaseUrl, directDatabaseUrl = '', webUrl, standins, webhookToken = '', stripeWebhookSecret, adminAccountId } = academy
  const stripe = stripeWebhookSecret !== undefined && {
    STRIPE_SECRET_KEY: standins.stripeSecretKey,
    STRIPE_BASE_URL: standins.stripeBaseUrl,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
  }
  return {
    // As in apps/api/Dockerfile: V8's default takes 150 MB more for new objects and is not faster.
    NODE_OPTIONS: `--max-semi-space-size=16 ${process.env.NODE_OPTIONS ?? ''}`.trim(),
    HOST: '127.0.0.1',
    PORT: String(ports.api),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directDatabaseUrl,
    WEB_ORIGIN: webUrl,
    SUPABASE_URL: standins.supabaseUrl,
    SUPABASE_SERVICE_ROLE_KEY: standins.serviceRoleKey,
    NOTION_BASE_URL: standins.notionBaseUrl,
    NOTION_TOKEN: standins.notionToken,
    NOTION_ROOT_PAGE_ID: standins.notionRootPageId,
    NOTION_WEBHOOK_TOKEN: webhookToken,
    ...stripe,
    DRAND_URL: standins.drandUrl,
    DRAND_PUBLIC_KEY,
    // The mailbox of the stand-ins.
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(ports.smtp),
    SMTP_FROM: 'hello@academy.test',
    ...(adminAccountId !== undefined && { ADMIN_EMAIL, ADMIN_ACCOUNT_ID: adminAccountId }),
    // Sample URLs, so that the Slack invitations are visible here.
    SLACK_STANDARD_URL: 'https://example.com/slack-community',
    SLACK_PREMIUM_URL: 'https://example.com/slack-premium',
    // A sample address, for /.well-known/security.txt.
    SECURITY_CONTACT: 'mailto:security@academy.test',
    // The terminal shows warnings and errors; LOG_LEVEL=info shows the rest.
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // All requests come through our own web server, which forwards the client's address.
    TRUST_PROXY: 'loopback',
    // Requests on this machine have no country, unless this header contains one.
    GEO_COUNTRY_HEADER: 'x-country',
  }
}
