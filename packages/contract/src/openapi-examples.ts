import { DEFAULT_CURRENCY } from '@academy/catalog'

export type Json = { [key: string]: unknown }

/** Examples of texts by the name of their field, for fields whose schema has none. */
const TEXTS: Record<string, string> = {
  accountId: '6f1c2a34-9d1e-4c7b-8a55-2f0c9e3b7d10',
  calendar_url: 'https://academy.example/calendar/k3v9Qw.ics',
  categories: 'Research',
  certificate_id: 'k3v9Qw',
  certificateId: 'k3v9Qw',
  checked_sessions: 'first-session',
  children_html: '<p>Name the reader first.</p>',
  code: 'const names = []',
  content: 'Give me ten names for {{product}}.',
  country: 'DE',
  course: 'Master Course',
  course_id: 'master-course',
  courseId: 'master-course',
  currency: DEFAULT_CURRENCY,
  cursor: 'eyJpZCI6NDJ9',
  customer: 'cus_Q1w2E3',
  customer_id: 'cus_Q1w2E3',
  customerId: 'cus_Q1w2E3',
  purchaseId: 'cs_1a2b3c',
  database: 'Tutorials',
  description: 'For a name',
  device_code: 'Jx0m2v6YcQ8nT4rB1kLw9ZpE7uHsDf3aGi5oNqXtRyM',
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  domain: 'example.com',
  email: 'ada@example.com',
  emails: 'ada@example.com',
  error: 'Title is required.',
  event_id: 'evt_000000000042_2f0c9e3b7d10',
  failure: 'We are moving.',
  fields: 'product',
  file_name: 'signal-board-session-03.zip',
  finished_in: '2026-11',
  first_name: 'Ada',
  granted_by: 'admin@example.com',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  headings: 'Build the first slice',
  holder: 'Stripe',
  host: 'tool.example',
  how: 'Write to the academy.',
  html: '<p>Write a brief.</p>',
  id: 'brief',
  ip: '203.0.113.7',
  job_title: 'Product manager',
  kind: 'library',
  last_name: 'Lovelace',
  left_out: 'Tools',
  list: '1f0c9e3b',
  list_hash: '9f86d081',
  location: 'https://academy.example/oauth/authorize/k3v9Qw?confirmation=Jx0m2v6Y',
  message: 'Title is required.',
  name: 'Write a brief',
  offer: 'master_course',
  order_number: 'A-1042',
  package: 'studio',
  page_id: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  pageId: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  parent_html: '<p>Too long?</p>',
  place: 'Session 1',
  places: '1f0c9e3b',
  plain_text: 'Write a brief',
  plan_id: 'master_course',
  plan_name: 'studio',
  prefix: 'vca_1a2b',
  price_id: 'price_1Q2w3E',
  product: 'master_course',
  program: 'tool.example',
  project: 'server.js',
  prompt: '',
  public_key: '83cf0f28',
  purchase_id: 'cs_1a2b3c',
  q: 'brief',
  randomness: 'fe290bec',
  reason: 'A guest of the course',
  redirect_host: 'tool.example',
  remark: 'Please confirm.',
  request_id: 'req-4f1c',
  requestId: 'k3v9QwJx0m2v6YcQ8nT4r',
  rule: 'duplicate_slug',
  run_id: '6f1c2a34-9d1e-4c7b-8a55-2f0c9e3b7d10',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  session_id: 'first-session',
  session_name: 'First session',
  sessionId: 'first-session',
  sessions_with_checks: 'first-session',
  signature: 'b44679b9',
  start: 'node server.js',
  state: 'active',
  status: 'active',
  system: 'macOS',
  tags: 'research',
  text: 'Write a brief',
  text_hash: '5f2b9c',
  time_zone: 'Europe/Berlin',
  title: 'Name a product',
  token: 'Jx0m2v6YcQ8nT4rB1kLw9ZpE7uHsDf3aGi5oNqXtRyM',
  tokenId: 'k3v9Qw',
  tool: 'Claude Code',
  tutorial_id: 'first-steps',
  tutorial_name: 'First steps',
  tutorialId: 'first-steps',
  type: 'paragraph',
  updated_at: '2026-01-31T12:00:00.000Z',
  url: 'https://example.com/page',
  use_when: 'a product needs a name',
  user_agent: 'vca/0.1.0',
  user_code: 'BDFG-HJKL',
  userCode: 'BDFG-HJKL',
  verification_url: 'https://academy.example/device',
  version: '2.1.0',
  versionId: 'k3v9Qw',
  warning: 'An unknown block was reduced to its text.',
  warnings: 'An unknown block was reduced to its text.',
  week: '2026-11-30',
  what: 'Payments and invoices',
  who: 'admin@example.com',
  with: 'Claude Code',
  words: 'docker compose',
}

/** Examples of texts by their format. */
const FORMATS: Record<string, string> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  uuid: '6f1c2a34-9d1e-4c7b-8a55-2f0c9e3b7d10',
  email: 'ada@example.com',
  uri: 'https://example.com/page',
}

type Schemas = Record<string, Json>

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

/** Returns an example of a text, an integer or a boolean. Throws for a text whose field has no example. */
function exampleOfValue(json: Json, name: string): unknown {
  switch (json.type) {
    case 'string': {
      const text = FORMATS[String(json.format)] ?? TEXTS[name]
      if (text === undefined) throw new Error(`There is no example for the text "${name}".`)
      return text
    }
    case 'number':
    case 'integer':
      return typeof json.minimum === 'number' && json.minimum > 0 ? json.minimum : 1
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Returns an example that a schema accepts. `name` is that of the field. Throws for a text whose field has no example. */
export function exampleOf(json: Json, schemas: Schemas, name = ''): unknown {
  if (typeof json.$ref === 'string') return exampleOf(schemas[json.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, name)
  const given = first(json.examples) ?? json.const ?? first(json.enum) ?? json.default
  if (given !== undefined) return given
  const options = json.anyOf ?? json.oneOf ?? json.allOf
  if (Array.isArray(options)) return exampleOf(options.at(0), schemas, name)
  if (json.type === 'array') return [exampleOf(json.items as Json, schemas, name)]
  if (json.type !== 'object') return exampleOfValue(json, name)
  const properties = Object.entries((json.properties ?? {}) as Record<string, Json>)
  return Object.fromEntries(properties.map(([field, property]) => [field, exampleOf(property, schemas, field)]))
}
