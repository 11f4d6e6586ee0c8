import { isPlainTextUrl } from '@academy/contract/local-hosts'
import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { isCertificate, tlsProblemOf } from './database-tls.ts'

export const SECRET_WITHOUT_SPACES = /^\S+$/

export const withoutSpaces = z.string().regex(SECRET_WITHOUT_SPACES, 'must not contain spaces.')

/** A required variable. `what` completes the sentence "Set it to …". */
const required = (what: string) => z.string({ error: `is missing. Set it to ${what}.` }).trim()

export const wholeNumber = (low: number, high: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${low} to ${high}.` })
    .int(`must be a whole number from ${low} to ${high}.`)
    .min(low, `must be at least ${low}.`)
    .max(high, `must be at most ${high}.`)

export const port = wholeNumber(0, 65535)

export const httpUrl = (what: string) =>
  required(what)
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), `is not a web address. Set it to ${what}.`)
    .transform((value) => value.replace(/\/+$/, ''))

/** The URL of a service, which receives secrets or personal data and is therefore encrypted on the network. */
export const serviceUrl = (what: string) =>
  httpUrl(what).refine((value) => !isPlainTextUrl(value), 'is not encrypted. Use https, or the name of a host without a dot.')

/** The URL of a page of the seller, which is also used in texts of limited length. */
export const legalPage = (what: string) =>
  httpUrl(what).pipe(z.string().max(300, 'is longer than 300 characters. Choose a shorter address.'))

const WEB_ORIGIN_HINT = 'the address of the web app without a path, for example https://academy.example.com'
export const webOrigin = serviceUrl(WEB_ORIGIN_HINT).refine(
  (value) => URL.parse(value)?.origin === value,
  `must have no path, query or capital letters. Set it to ${WEB_ORIGIN_HINT}.`,
)

const SUPABASE_HINT = 'the address of the Supabase project, for example https://abcdefgh.supabase.co'
export const supabaseUrl = serviceUrl(SUPABASE_HINT).refine(
  (value) => !value.endsWith('/auth/v1'),
  `must not end with /auth/v1, as VITE_AUTH_URL does. Set it to ${SUPABASE_HINT}.`,
)

const DATABASE_HINT =
  'the address of the Postgres database, for example postgres://user:password@localhost:5432/academy. ' +
  'Write special characters of the password percent-encoded, such as %23 for #'

/** Returns whether the Postgres client can read the address: in a password, `#` would end it, and `%` would begin a code. */
export function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '') return false
  try {
    decodeURIComponent(url.username + url.password)
    return true
  } catch {
    return false
  }
}

export const databaseUrl = required(DATABASE_HINT)
  .refine(isDatabaseUrl, { error: `is not a Postgres address. Set it to ${DATABASE_HINT}.`, abort: true })
  .superRefine((value, context) => {
    const problem = tlsProblemOf(value)
    if (problem !== undefined) context.addIssue(problem)
  })

/** The certificate authority of the database, or a file with it. */
export const databaseCa = z
  .string()
  .trim()
  .refine(isCertificate, 'is not a certificate in PEM. Write its lines behind each other, with \\n between them, or name a file with it.')

/** Returns the role that a Supabase key of the older kind (a JWT) has; undefined for other values. */
export const roleOf = (jwt: string): unknown => {
  try {
    return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).role
  } catch {
    return undefined
  }
}

/** The privileged key, which can read users. With a browser key, the first sign-up would fail instead of the start. */
export const serviceRoleKey = required('the service role (secret) key of the Supabase project')
  .regex(SECRET_WITHOUT_SPACES, 'must not contain spaces. Copy the key again.')
  .min(20, 'is too short for a Supabase key. Copy the whole key.')
  .refine(
    (key) => !key.startsWith('sb_publishable_') && roleOf(key) !== 'anon',
    'is the public (anon) key. Set it to the service role (secret) key.',
  )

export const notionToken = z
  .string()
  .regex(/^(ntn_|secret_)\S+$/, 'does not look like a Notion token. Copy the secret of the integration: it starts with ntn_ or secret_.')

export const notionPageId = z
  .string()
  .regex(
    /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i,
    'is not the id of a Notion page. Copy the 32 characters at the end of the address of the page.',
  )

export const stripeSecretKey = z
  .string()
  .regex(
    /^(sk|rk)_(test|live)_\w{10,}$/,
    'is not a secret key of Stripe. Copy the secret or restricted key: it starts with sk_test_, sk_live_, rk_test_ or rk_live_.',
  )

export const stripeWebhookSecret = z
  .string()
  .regex(/^whsec_[\w+/=]{10,}$/, 'is not the signing secret of a webhook endpoint at Stripe. Copy it from there: it starts with whsec_.')

/** A URL without a path, because the client accepts none. */
export const stripeBaseUrl = serviceUrl('the address of the Stripe API')
  .default('https://api.stripe.com')
  .refine((value) => URL.parse(value)?.origin === value, 'must have no path, query or capital letters.')

export const stripePriceId = z
  .string()
  .regex(/^\w{5,255}$/, 'is not the id of a price at Stripe. Copy it from there: it starts with price_.')

export const yesOrNo = z.enum(['true', 'false'], { error: 'must be true or false.' }).transform((value) => value === 'true')

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A time of each week in UTC, such as `Friday 16:00`, at least 48 hours after its Monday began. `day` is 0 on Mondays. */
export const weekTime = z
  .string()
  .regex(
    /^(Wednesday|Thursday|Friday|Saturday|Sunday) ([01]\d|2[0-3]):[0-5]\d$/,
    'must be a day from Wednesday to Sunday with a time in UTC, such as Friday 16:00.',
  )
  .default('Friday 16:00')
  .transform((value) => {
    const [name = '', hours, minutes] = value.split(/[ :]/)
    return { day: DAYS.indexOf(name), minutes: Number(hours) * 60 + Number(minutes) }
  })

/** Sent to users unchanged, so it is not normalized. */
export const invitation = z
  .string()
  .trim()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'is not a web address. Copy the invitation link from Slack.')

/** Contact URLs: mail, telephone or a web form. */
export const contacts = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (urls) => urls.every((url) => /^(mailto:[^\s@]+@\S+|tel:\+[\d-]+|https:\/\/\S+)$/.test(url)),
    'must be addresses separated by commas, each as mailto:security@example.com, tel:+1-201-555-0123 or https://example.com/report.',
  )

/** Origins separated by commas. */
export const origins = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (list) => list.every((origin) => /^https?:$/.test(URL.parse(origin)?.protocol ?? '') && URL.parse(origin)?.origin === origin),
    'must be origins separated by commas, each as http://n8n:5678, without a path.',
  )

/** Returns whether a text is a list of IP addresses, networks, and names such as `loopback`, separated by commas. */
const areProxyAddresses = (value: string): boolean => {
  try {
    compile(value.split(',').map((part) => part.trim()))
    return true
  } catch {
    return false
  }
}

/** Which proxies may state the address of the client: none, this many, or those at these addresses. */
export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

export const trustProxy = z
  .string()
  .default('false')
  .refine(
    (value) => /^(true|false|\d{1,2})$/.test(value) || areProxyAddresses(value),
    'must be the number of proxies in front of the process, or their addresses separated by commas, or false.',
  )
  .transform((value): TrustProxy => {
    if (value === 'true' || value === 'false') return value === 'true'
    const proxies = Number(value)
    if (proxies === 0) return false
    return Number.isInteger(proxies) ? (_address, hop) => hop < proxies : value
  })
