import { defineSection, type Section } from './setting.ts'

/** The settings that only docker-compose.yml reads. */
export const DOCKER_COMPOSE: Section[] = [
  defineSection({
    title: 'Docker Compose',
    about: 'Only docker-compose.yml reads these. `npx -y pnpm@10 academy env:new` writes a complete .env for it, with new secrets.',
    readers: ['compose'],
    settings: [
      {
        name: 'ACADEMY_VERSION',
        purpose: 'tag of the two images; the previous tag restores the previous version',
        ifUnset: 'latest',
        value: 'the commit that the images were built from',
        example: 'a1b2c3d',
      },
      {
        name: 'COMPOSE_PROFILES',
        purpose: 'services that run beside the API and the web server: database, auth, mailbox',
        ifUnset: 'none; DATABASE_URL and SUPABASE_URL point to hosted services',
        value: 'names separated by commas; auth needs database as well',
        example: 'database,auth,mailbox',
      },
      {
        name: 'WEB_PUBLISH',
        purpose: 'address and port at which Docker publishes the academy',
        ifUnset: '127.0.0.1:3000, for a TLS proxy on this machine',
        value: 'an address and a port',
      },
      {
        name: 'WEB_TRUST_PROXY',
        purpose: 'TRUST_PROXY of the web server',
        ifUnset: 'no proxy is trusted',
        value: '1 behind a TLS proxy',
        example: '1',
      },
      {
        name: 'POSTGRES_PASSWORD',
        purpose: 'password of the superuser of the profile database; no service uses it',
        ifUnset: 'the profile database does not start',
        value: 'letters and digits only: openssl rand -hex 24',
        secret: true,
      },
      {
        name: 'ACADEMY_DATABASE_PASSWORD',
        purpose: 'password of the role academy, which owns the tables (DATABASE_OWNER_URL); set when the database is created',
        ifUnset: 'that role cannot sign in',
        value: 'letters and digits only: openssl rand -hex 24',
        secret: true,
      },
      {
        name: 'API_DATABASE_PASSWORD',
        purpose: 'password of the role academy_api (DATABASE_URL); set when the database is created',
        ifUnset: 'that role cannot sign in',
        value: 'letters and digits only: openssl rand -hex 24',
        secret: true,
      },
      {
        name: 'AUTH_DATABASE_PASSWORD',
        purpose: "password of the auth service's role; set when the database is created",
        ifUnset: 'the profile auth does not start',
        value: 'letters and digits only: openssl rand -hex 24',
        secret: true,
      },
      {
        name: 'DATABASE_URL_INSIDE',
        purpose: 'DATABASE_URL for containers',
        ifUnset: 'DATABASE_URL, as for hosted databases',
        value: 'env:new writes it for the profile database',
        secret: true,
      },
      {
        name: 'DATABASE_OWNER_URL_INSIDE',
        purpose: 'DATABASE_OWNER_URL for containers',
        ifUnset: 'DATABASE_OWNER_URL, as for hosted databases',
        value: 'env:new writes it for the profile database',
        secret: true,
      },
      {
        name: 'SUPABASE_URL_INSIDE',
        purpose: 'SUPABASE_URL for containers',
        ifUnset: 'SUPABASE_URL, as for hosted projects',
        value: 'http://web:3000 for the profile auth',
      },
      {
        name: 'GOTRUE_RATE_LIMIT_EMAIL_SENT',
        purpose: 'mails per hour that the profile auth sends in total; above it, sign-up and password reset respond with 429',
        ifUnset: '1000',
        value: "more than a launch needs in an hour, and at most your mail provider's limit",
        example: '1000',
      },
      {
        name: 'GOTRUE_DB_MAX_POOL_SIZE',
        purpose: 'database connections of the profile auth',
        ifUnset: '20',
        value: "this plus DATABASE_POOL_SIZE and 18 more for each instance must stay below Postgres' max_connections (100)",
        example: '20',
      },
    ],
  }),
]
