import type { Standins } from '@academy/standins'
import { ADMIN_ACCOUNT_ID, ADMIN_EMAIL } from './demo-accounts.ts'
import type { Ports } from './settings.ts'

/** The API's settings that point it at the stand-ins; the same names point it at hosted services (README). */
export function apiEnvironment(academy: {
  ports: Ports
  databaseUrl: string
  directDatabaseUrl?: string | undefined
  webUrl: string
  standins: Standins
  webhookToken?: string
  /** Of the endpoint at which Stripe tells the API of payments; without it nothing can be bought. */
  stripeWebhookSecret?: string
}): Record<string, string> {
  const { ports, databaseUrl, directDatabaseUrl = '', webUrl, standins, webhookToken = '', stripeWebhookSecret } = academy
  const stripe = stripeWebhookSecret !== undefined && {
    STRIPE_SECRET_KEY: standins.stripeSecretKey,
    STRIPE_BASE_URL: standins.stripeBaseUrl,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
  }
  return {
    // As in apps/api/Dockerfile: by default what has just been made may take 150 MB more before it is looked through, and is no faster for it.
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
    ADMIN_EMAIL,
    ADMIN_ACCOUNT_ID,
    // Sample addresses, so that the Slack invitations are visible here.
    SLACK_STANDARD_URL: 'https://example.com/slack-community',
    SLACK_PREMIUM_URL: 'https://example.com/slack-premium',
    // A sample as well: what /.well-known/security.txt looks like.
    SECURITY_CONTACT: 'mailto:security@academy.test',
    // The terminal shows what needs attention; LOG_LEVEL=info shows the rest.
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // Everyone sits behind our own web server here, which passes the caller's address on.
    TRUST_PROXY: 'loopback',
    // This machine is in no country; a request with this header comes from wherever it says.
    GEO_COUNTRY_HEADER: 'x-country',
  }
}
