import { z } from 'zod'
import { defineSection } from './setting.ts'
import { httpUrl, origins, port, serviceUrl, trustProxy, wholeNumber, withoutSpaces } from './values.ts'

export const NETWORK = defineSection({
  title: 'Network',
  about: 'The API and the web server each have their own HOST, PORT and TRUST_PROXY; docker-compose.yml sets them.',
  readers: ['api'],
  settings: {
    HOST: {
      schema: z.string().default('127.0.0.1'),
      readers: ['api', 'web server'],
      purpose: 'address on which the process listens',
      ifUnset: 'only this machine',
      value: '0.0.0.0 in a container',
    },
    PORT: {
      schema: port.default(3001),
      readers: ['api', 'web server'],
      purpose: 'port on which the process listens',
      ifUnset: '3001 for the API, 3000 for the web server',
      value: 'any free port',
    },
    TRUST_PROXY: {
      schema: trustProxy,
      readers: ['api', 'web server'],
      purpose: 'number or addresses of trusted proxies; their headers contain the IP address of the client',
      ifUnset: 'no proxy is trusted, so behind a proxy all clients share one IP address and one rate limit',
      value: '1 behind one load balancer; also 1 for the API behind the web server, which passes on only the client',
      example: '1',
    },
    API_UPSTREAM: {
      schema: httpUrl('the address of the API as this server reaches it, for example http://api:3001'),
      readers: ['web server'],
      purpose: 'URL at which the web server reaches the API',
      ifUnset: 'the web server does not start',
      value: 'the URL of the API, or of the load balancer in front of its instances',
      example: 'http://api:3001',
    },
    AUTH_UPSTREAM: {
      schema: httpUrl('the address to which this server forwards /auth/v1, for example http://auth:9999').optional(),
      readers: ['web server'],
      purpose: 'URL to which the web server forwards /auth/v1, for a self-hosted auth service',
      ifUnset: 'browsers call VITE_AUTH_URL directly, as with hosted Supabase',
      value: 'the URL of GoTrue',
      example: 'http://auth:9999',
    },
    WEB_FOLDER: {
      readers: ['web server'],
      purpose: 'folder of the built web app',
      ifUnset: 'the folder in the image',
      value: 'without the image: apps/web/dist',
    },
    WEB_RENDERER_FOLDER: {
      readers: ['web server'],
      purpose: "folder of the web app's build for the server, which renders the public pages",
      ifUnset: 'the folder in the image',
      value: 'without the image: apps/web/dist-server',
    },
    PUBLIC_API_URL: {
      schema: serviceUrl('the address at which browsers reach the API').optional(),
      purpose: 'URL of the API for browsers, if the API has its own origin',
      ifUnset: '/api of the academy',
      value: 'the same value as VITE_API_URL',
    },
    GEO_COUNTRY_HEADER: {
      schema: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/, 'is not the name of a header, such as CF-IPCountry.')
        .optional(),
      purpose: "header in which a trusted proxy sends the client's country",
      ifUnset: 'the API looks up the country by IP address',
      value: 'your CDN; requires TRUST_PROXY',
      example: 'CF-IPCountry',
    },
    GEO_DATABASE: {
      purpose: 'path of a newer IP-to-country database, in MMDB format',
      ifUnset: 'the database in the package',
      value: "a file that the API can read: country by IPtoASN, or one of MaxMind's",
    },
    WEBHOOK_TRUSTED_ORIGINS: {
      schema: origins,
      purpose:
        "origins, separated by commas, to which webhooks go without TLS or at a private address: programs in the operator's own network",
      ifUnset: 'webhooks go to https and public addresses only',
      value: 'the origin of each program, as the API reaches it',
      example: 'http://n8n:5678',
    },
    FILE_SIGNING_KEY: {
      schema: z.string().min(32, 'must have at least 32 characters.').optional(),
      purpose:
        'signs the URLs of pictures in locked tutorials, encrypts responses kept for repeated requests, and gives webhooks their secrets; all instances need the same key',
      ifUnset:
        'the API uses SUPABASE_SERVICE_ROLE_KEY; a change of that key then breaks pictures on open pages for a moment, and changes the secrets of webhooks',
      value: '32 or more random characters: openssl rand -hex 32',
      secret: true,
    },
  },
})

export const LIMITS = defineSection({
  title: 'Limits',
  about: 'Above these limits the API responds with 429 or 503 instead of becoming slower.',
  readers: ['api'],
  settings: {
    RATE_LIMIT_PUBLIC_PER_MINUTE: {
      schema: wholeNumber(1, 1_000_000).default(300),
      purpose: 'requests per minute of one IP address without a sign-in, for each instance',
      value: 'more if many users share an IP address',
    },
    RATE_LIMIT_ACCOUNT_PER_MINUTE: {
      schema: wholeNumber(1, 1_000_000).default(600),
      purpose: 'requests per minute of one account, with all of its access tokens, for each instance',
      value: 'a page takes about five requests',
    },
    RATE_LIMIT_SIGN_UP_PER_MINUTE: {
      schema: wholeNumber(1, 1_000_000).default(20),
      purpose: 'sign-ups per minute from one IP address, for all instances together',
      value: 'more if a class signs up together',
    },
    REQUEST_TIMEOUT_SECONDS: {
      schema: wholeNumber(1, 600).default(15),
      readers: ['api', 'web server'],
      purpose: 'time limit for requests, after which the API responds with 503; the web server waits ten seconds longer',
      value: "less than the load balancer's timeout",
    },
    DRAIN_SECONDS: {
      schema: wholeNumber(0, 300).default(0),
      purpose: 'how long an instance serves requests after the stop signal while it reports that it is not ready',
      ifUnset: 'the default applies, which is right for one instance',
      value: "with several instances the load balancer's check interval times its failure threshold, plus one second",
      example: '10',
    },
    MAX_EVENT_LOOP_DELAY_MS: {
      schema: wholeNumber(0, 60_000).default(500),
      purpose: 'event loop delay above which the API refuses new requests',
      value: '0 disables the limit',
    },
    MAX_RSS_MB: {
      schema: wholeNumber(0, 1_000_000).default(0),
      purpose: 'memory above which the API refuses new requests',
      ifUnset: 'there is no limit; docker-compose.yml sets 800',
      value: "four fifths of the container's memory limit (mem_limit)",
    },
  },
})

export const LOGS = defineSection({
  title: 'Logs and metrics',
  about: 'See .github/OPERATIONS.md.',
  readers: ['api'],
  settings: {
    LOG_LEVEL: {
      schema: z
        .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
          error: 'must be one of fatal, error, warn, info, debug, trace, silent.',
        })
        .default('info'),
      purpose: 'log level: debug logs each request, trace each statement; neither logs secrets',
      value: 'fatal, error, warn, info, debug, trace or silent',
    },
    METRICS_TOKEN: {
      schema: withoutSpaces.min(16, 'must have at least 16 characters.').optional(),
      readers: ['api', 'web server'],
      purpose: 'token with which Prometheus reads /metrics of the API from another machine, and /metrics of the web server',
      ifUnset: "only this machine can read the API's /metrics, and the web server has none",
      value: '16 or more random characters: openssl rand -hex 24',
      secret: true,
    },
  },
})
