import { defineSection, type Section } from './setting.ts'

/** The settings of the processes. */
export const RUNNING: Section[] = [
  defineSection({
    title: 'Network',
    about: 'The API and the web server each have their own HOST, PORT and TRUST_PROXY; docker-compose.yml sets them.',
    readers: ['api'],
    settings: [
      {
        name: 'HOST',
        readers: ['api', 'web server'],
        purpose: 'address on which the process listens',
        ifUnset: 'only this machine',
        value: '0.0.0.0 in a container',
      },
      {
        name: 'PORT',
        readers: ['api', 'web server'],
        purpose: 'port on which the process listens',
        ifUnset: '3001 for the API, 3000 for the web server',
        value: 'any free port',
      },
      {
        name: 'TRUST_PROXY',
        readers: ['api', 'web server'],
        purpose: 'number or addresses of trusted proxies; their headers contain the IP address of the client',
        ifUnset: 'no proxy is trusted, so behind a proxy all clients share one IP address and one rate limit',
        value: '1 behind one load balancer; also 1 for the API behind the web server, which passes on only the client',
        example: '1',
      },
      {
        name: 'API_UPSTREAM',
        readers: ['web server'],
        purpose: 'URL at which the web server reaches the API',
        ifUnset: 'the web server does not start',
        value: 'the URL of the API, or of the load balancer in front of its instances',
        example: 'http://api:3001',
      },
      {
        name: 'AUTH_UPSTREAM',
        readers: ['web server'],
        purpose: 'URL to which the web server forwards /auth/v1, for a self-hosted auth service',
        ifUnset: 'browsers call VITE_AUTH_URL directly, as with hosted Supabase',
        value: 'the URL of GoTrue',
        example: 'http://auth:9999',
      },
      {
        name: 'WEB_FOLDER',
        readers: ['web server'],
        purpose: 'folder of the built web app',
        ifUnset: 'the folder in the image',
        value: 'without the image: apps/web/dist',
      },
      {
        name: 'WEB_RENDERER_FOLDER',
        readers: ['web server'],
        purpose: "folder of the web app's build for the server, which renders the public pages",
        ifUnset: 'the folder in the image',
        value: 'without the image: apps/web/dist-server',
      },
      {
        name: 'PUBLIC_API_URL',
        purpose: 'URL of the API for browsers, if the API has its own origin',
        ifUnset: '/api of the academy',
        value: 'the same value as VITE_API_URL',
      },
      {
        name: 'GEO_COUNTRY_HEADER',
        purpose: "header in which a trusted proxy sends the client's country",
        ifUnset: 'the API looks up the country by IP address',
        value: 'your CDN; requires TRUST_PROXY',
        example: 'CF-IPCountry',
      },
      {
        name: 'GEO_DATABASE',
        purpose: 'path of a newer IP-to-country database, in MMDB format',
        ifUnset: 'the database in the package',
        value: 'a file that the API can read',
      },
      {
        name: 'FILE_SIGNING_KEY',
        purpose:
          'signs the URLs of pictures in locked tutorials, and encrypts responses kept for repeated requests; all instances need the same key',
        ifUnset: 'the API uses SUPABASE_SERVICE_ROLE_KEY; a change of that key then breaks pictures on open pages for a moment',
        value: '32 or more random characters: openssl rand -hex 32',
        secret: true,
      },
    ],
  }),
  defineSection({
    title: 'Limits',
    about: 'Above these limits the API responds with 429 or 503 instead of becoming slower.',
    readers: ['api'],
    settings: [
      {
        name: 'RATE_LIMIT_PUBLIC_PER_MINUTE',
        purpose: 'requests per minute of one IP address without a sign-in, for each instance',
        value: 'more if many users share an IP address',
      },
      {
        name: 'RATE_LIMIT_ACCOUNT_PER_MINUTE',
        purpose: 'requests per minute of one account, with all of its access tokens, for each instance',
        value: 'a page takes about five requests',
      },
      {
        name: 'RATE_LIMIT_SIGN_UP_PER_MINUTE',
        purpose: 'sign-ups per minute from one IP address, for all instances together',
        value: 'more if a class signs up together',
      },
      {
        name: 'REQUEST_TIMEOUT_SECONDS',
        readers: ['api', 'web server'],
        purpose: 'time limit for requests, after which the API responds with 503; the web server waits ten seconds longer',
        value: "less than the load balancer's timeout",
      },
      {
        name: 'DRAIN_SECONDS',
        purpose: 'how long an instance serves requests after the stop signal while it reports that it is not ready',
        ifUnset: 'the default applies, which is right for one instance',
        value: "with several instances the load balancer's check interval times its failure threshold, plus one second",
        example: '10',
      },
      {
        name: 'MAX_EVENT_LOOP_DELAY_MS',
        purpose: 'event loop delay above which the API refuses new requests',
        value: '0 disables the limit',
      },
      {
        name: 'MAX_RSS_MB',
        purpose: 'memory above which the API refuses new requests',
        ifUnset: 'there is no limit; docker-compose.yml sets 800',
        value: "four fifths of the container's memory limit (mem_limit)",
      },
    ],
  }),
  defineSection({
    title: 'Logs and metrics',
    about: 'See .github/OPERATIONS.md.',
    readers: ['api'],
    settings: [
      {
        name: 'LOG_LEVEL',
        purpose: 'log level: debug logs each request, trace each statement; neither logs secrets',
        value: 'fatal, error, warn, info, debug, trace or silent',
      },
      {
        name: 'METRICS_TOKEN',
        readers: ['api', 'web server'],
        purpose: 'token with which Prometheus reads /metrics of the API from another machine, and /metrics of the web server',
        ifUnset: "only this machine can read the API's /metrics, and the web server has none",
        value: '16 or more random characters: openssl rand -hex 24',
        secret: true,
      },
    ],
  }),
]
