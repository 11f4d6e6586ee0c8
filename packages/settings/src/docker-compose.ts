import { defineSection } from './setting.ts'

/** The settings that only docker-compose.yml reads. */
export const DOCKER_COMPOSE = defineSection({
  title: 'Docker Compose',
  about: 'Only docker-compose.yml reads these. `npx -y pnpm@10 academy env:new` writes a complete .env for it, with new secrets.',
  readers: ['compose'],
  settings: {
    ACADEMY_VERSION: {
      purpose: 'tag of the two images; the previous tag restores the previous version',
      ifUnset: 'latest',
      value: 'the commit that the images were built from',
      example: 'a1b2c3d',
    },
    COMPOSE_PROFILES: {
      purpose: 'services that run beside the API and the web server: database, auth, mailbox',
      ifUnset: 'none; DATABASE_URL and SUPABASE_URL point to hosted services',
      value: 'names separated by commas; auth needs database as well',
      example: 'database,auth,mailbox',
    },
    WEB_PUBLISH: {
      purpose: 'address and port at which Docker publishes the academy',
      ifUnset: '127.0.0.1:3000, for a TLS proxy on this machine',
      value: 'an address and a port',
    },
    WEB_TRUST_PROXY: {
      purpose: 'TRUST_PROXY of the web server',
      ifUnset: 'no proxy is trusted',
      value: '1 behind a TLS proxy',
      example: '1',
    },
    POSTGRES_PASSWORD: {
      purpose: 'password of the superuser of the profile database; no service uses it',
      ifUnset: 'the profile database does not start',
      value: 'letters and digits only: openssl rand -hex 24',
      secret: true,
    },
    ACADEMY_DATABASE_PASSWORD: {
      purpose: 'password of the role academy, which owns the tables (DATABASE_OWNER_URL); set when the database is created',
      ifUnset: 'that role cannot sign in',
      value: 'letters and digits only: openssl rand -hex 24',
      secret: true,
    },
    API_DATABASE_PASSWORD: {
      purpose: 'password of the role academy_api (DATABASE_URL); set when the database is created',
      ifUnset: 'that role cannot sign in',
      value: 'letters and digits only: openssl rand -hex 24',
      secret: true,
    },
    AUTH_DATABASE_PASSWORD: {
      purpose: "password of the auth service's role; set when the database is created",
      ifUnset: 'the profile auth does not start',
      value: 'letters and digits only: openssl rand -hex 24',
      secret: true,
    },
    DATABASE_URL_INSIDE: {
      purpose: 'DATABASE_URL for containers',
      ifUnset: 'DATABASE_URL, as for hosted databases',
      value: 'env:new writes it for the profile database',
      secret: true,
    },
    DATABASE_OWNER_URL_INSIDE: {
      purpose: 'DATABASE_OWNER_URL for containers',
      ifUnset: 'DATABASE_OWNER_URL, as for hosted databases',
      value: 'env:new writes it for the profile database',
      secret: true,
    },
    SUPABASE_URL_INSIDE: {
      purpose: 'SUPABASE_URL for containers',
      ifUnset: 'SUPABASE_URL, as for hosted projects',
      value: 'http://web:3000 for the profile auth',
    },
    GOTRUE_RATE_LIMIT_EMAIL_SENT: {
      purpose: 'mails per hour that the profile auth sends in total; above it, sign-up and password reset respond with 429',
      ifUnset: '1000',
      value: "more than a launch needs in an hour, and at most your mail provider's limit",
      example: '1000',
    },
    GOTRUE_RATE_LIMIT_OTP: {
      purpose: 'sign-ups, password resets and changes of an account in five minutes from one IP address, each, after 30 at once',
      ifUnset: '30',
      value: 'more if a class signs up behind one address',
      example: '30',
    },
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: {
      purpose: 'sign-ins and renewals of a session in five minutes from one IP address, after 30 at once',
      ifUnset: '150',
      value: 'more if a class signs in behind one address; each open browser renews its session once an hour',
      example: '150',
    },
    GOTRUE_RATE_LIMIT_VERIFY: {
      purpose: 'links and codes from mails that are used in five minutes from one IP address, after 30 at once',
      ifUnset: '30',
      value: 'as GOTRUE_RATE_LIMIT_OTP',
      example: '30',
    },
    GOTRUE_DB_MAX_POOL_SIZE: {
      purpose: 'database connections of the profile auth',
      ifUnset: '20',
      value: "this plus DATABASE_POOL_SIZE and 18 more for each instance must stay below Postgres' max_connections (100)",
      example: '20',
    },
  },
})
