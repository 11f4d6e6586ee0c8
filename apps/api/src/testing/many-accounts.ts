import { DEFAULT_CURRENCY } from '@academy/catalog'
import postgres from 'postgres'

const ACCOUNTS = 100_000
/** The number of tutorials of which each account opened four. */
export const TUTORIALS = 200

/** Returns SQL for a UUID of number n. Ascending ids fill the indexes quickly. */
const uuidOf = (kind: number) => `('0000000${kind}-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`

const ID = uuidOf(1)
const MEMBER = ID.replace('n::text', '(n + 1)::text')
/** A minute for each account, back from now. */
const AT = "now() - n * interval '1 minute'"
const EMAIL = "'learner-' || n || '@example.test'"
const CUSTOMER = "'cus_many_' || n"
const SUBSCRIPTION = "'sub_many_' || n"
const INVOICE = "'in_many_' || n"

/** Each account has a row in `accounts`, and every fifth one a row in each of the other tables. */
const EVERY = 5

/** The row in each table that grows with the accounts. Nearly all work is done: payments are settled, events applied, mails sent. */
const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: { account_id: ID, email: EMAIL, first_name: "'First' || n % 1000", last_name: "'Last' || n", created_at: AT, confirmed_at: AT },
  prompts: { account_id: ID, title: "'Prompt ' || n", description: "'Groups notes'", content: "'Reads ' || n" },
  prompt_versions: {
    prompt_id: uuidOf(2),
    account_id: ID,
    title: "'Prompt ' || n",
    description: "''",
    content: "''",
    tags: "'{}'",
    saved_at: AT,
  },
  prompt_votes: {
    account_id: ID,
    resource_id: "'like-all-' || n % 100",
    text_hash: 'md5((n % 100)::text)',
    worked: 'n % 8 = 0',
    voted_at: AT,
  },
  tutorial_notes: { account_id: ID, tutorial_id: `'tutorial-' || n % ${TUTORIALS}`, text: "'A note'", updated_at: AT },
  certificates: {
    id: "'certificate-' || n",
    account_id: ID,
    course_id: "'master-course'",
    name: "'Name'",
    course_title: "'Course'",
    minutes: '60',
    completed_at: AT,
  },
  personal_access_tokens: {
    account_id: ID,
    name: "'Laptop'",
    token_hash: "'hash ' || n",
    prefix: "'vca_0000'",
    scopes: "'{content:read}'",
    expires_at: "now() + interval '1 day'",
  },
  device_logins: {
    device_code_hash: "'device ' || n",
    user_code_hash: "'user ' || n",
    name: "'vca'",
    scopes: "'{content:read}'",
    ip: "'192.0.2.1'",
    user_agent: "'vca'",
    expires_at: "now() + interval '1 hour'",
    account_id: ID,
  },
  oauth_records: {
    id_hash: "'record ' || n",
    kind: "'RefreshToken'",
    payload: "'{}'",
    account_id: ID,
    expires_at: "now() + interval '30 days'",
  },
  idempotency_keys: { id: "'key ' || n", account_id: ID, fingerprint: "'request ' || n" },
  webhook_events: {
    position: 'n',
    type: "(array['tutorial.started', 'tutorial.completed', 'purchase.paid'])[1 + n / 5 % 3]",
    account_id: ID,
    data: "'{}'",
  },
  // Held by other accounts than the one that bought it.
  seats: { id: ID, purchase_id: "'cs_many_' || n", account_id: MEMBER, claimed_at: AT },
  seat_links: { purchase_id: "'cs_many_' || n", account_id: ID, code_hash: "'link ' || n", domain: "'example.test'", expires_at: AT },
  gifts: { id: ID, account_id: ID, email: EMAIL, message: "'For you'", deliver_on: "'2026-12-24'", queued_at: AT, reminded_at: AT },
  seat_owners: { purchase_id: "'cs_erased_' || n", account_id: ID },
  course_starts: { account_id: ID, tutorial_id: "'tutorial-1'", started_at: AT },
  grants: { account_id: ID, package: "'studio'", reason: "'A gift'", granted_by: "'grace'", granted_at: AT },
  cancellations: {
    account_id: ID,
    email: EMAIL,
    requested_at: AT,
    expires_at: AT,
    token_hash: "'token ' || n",
    confirmed_at: AT,
    attempted_at: AT,
    cancelled_at: AT,
    studios: `jsonb_build_array(jsonb_build_object('id', ${SUBSCRIPTION}, 'ends_at', null, 'outcome', 'cancelled'))`,
  },
  billing_customers: { account_id: ID, customer_id: CUSTOMER, created_at: AT, checkout_completed_at: AT, synced_at: AT },
  former_customers: { customer_id: "'cus_former_' || n", account_id: ID, deleted_at: AT, synced_at: AT },
  checkouts: {
    session_id: "'cs_many_' || n",
    account_id: ID,
    customer_id: CUSTOMER,
    offer: "'master_course'",
    currency: `'${DEFAULT_CURRENCY}'`,
    status: "'paid'",
    created_at: AT,
    expires_at: AT,
    settled_at: AT,
    access_consent_id: uuidOf(3),
    welcome_mail: "'queued'",
    synced_at: AT,
  },
  access_consents: { id: uuidOf(3), account_id: ID, offer: "'master_course'", text_version: "'1'", text: "'I agree.'", consented_at: AT },
  purchases: {
    id: "'cs_many_' || n",
    account_id: ID,
    customer_id: CUSTOMER,
    offer: "'master_course'",
    price_id: "'price_many'",
    currency: `'${DEFAULT_CURRENCY}'`,
    amount: '25900',
    paid_at: AT,
    payment_intent_id: "'pi_many_' || n",
    charge_id: "'ch_many_' || n",
    gift_id: ID,
    synced_at: AT,
  },
  charges: {
    id: "'ch_month_' || n",
    account_id: ID,
    customer_id: CUSTOMER,
    kind: "'studio_month'",
    subscription_id: SUBSCRIPTION,
    invoice_id: INVOICE,
    payment_intent_id: "'pi_month_' || n",
    amount: '1900',
    currency: `'${DEFAULT_CURRENCY}'`,
    paid_at: AT,
    synced_at: AT,
  },
  stripe_fees: { charge_id: "'ch_many_' || n", amount: '414', currency: `'${DEFAULT_CURRENCY}'`, created: AT },
  subscriptions: {
    id: SUBSCRIPTION,
    account_id: ID,
    customer_id: CUSTOMER,
    offer: "'studio'",
    price_id: "'price_many'",
    status: "'active'",
    started_at: AT,
    current_period_end: "now() + interval '20 days'",
    paid_until: "now() + interval '20 days'",
    synced_at: AT,
  },
  withdrawals: {
    id: uuidOf(4),
    account_id: ID,
    name: "'Name'",
    email: EMAIL,
    offer: "'studio'",
    order_number: "''",
    remark: "''",
    received_at: AT,
    settled_at: AT,
    settled_by: "'grace'",
    settled_note: "'Paid back.'",
  },
  waiting_list: {
    id: uuidOf(7),
    product: "'master_course'",
    email: EMAIL,
    account_id: ID,
    requested_at: AT,
    delete_at: "now() + interval '7 days'",
  },
  mails: {
    kind: "'withdrawal'",
    key: uuidOf(4),
    state: "'sent'",
    attempts: '1',
    created_at: AT,
    changed_at: AT,
    due_at: AT,
    expires_at: AT,
  },
  stripe_events: {
    id: "'evt_many_' || n",
    type: "'invoice.paid'",
    created: AT,
    customer_id: CUSTOMER,
    account_id: ID,
    source: "'webhook'",
    received_at: AT,
    applied_at: AT,
    attempts: '1',
  },
  // Customers of another website of the same Stripe account, whose payments open nothing here.
  failed_looks: {
    customer_id: "'cus_other_' || n",
    first_failed_at: AT,
    last_failed_at: AT,
    unmatched: 'true',
    error: "'It belongs to no account.'",
    next_look_at: 'null::timestamptz',
  },
  audit_log: { at: AT, who: "'the user'", what: "'create_token'", account_id: ID, reason: "'requested'", details: "'{}'" },
  tutorial_answers: {
    account_id: ID,
    tutorial_id: `'tutorial-' || n % ${TUTORIALS}`,
    text_hash: "''",
    worked: 'false',
    text: "'It stopped.'",
  },
  copied_prompts: { account_id: ID, kind: "'library'", source_id: "'resource-' || n % 100", copied_at: "now() - n * interval '1 second'" },
  missed_searches: { account_id: ID, words: "'word ' || n % 1000", searched_at: "now() - n * interval '1 second'" },
  mail_consents: { account_id: ID, kind: "'stopped'", given_at: AT, given_via: "'settings'", next_look_at: "now() + interval '1 day'" },
  mailings: { account_id: ID, kind: "'stopped'", occasion: "'7 days'", queued_at: AT },
  course_reviews: {
    account_id: ID,
    course_id: "'master-course'",
    text: "'It worked.'",
    with_name: 'true',
    written_at: AT,
    approved_at: AT,
  },
  mentorship_registrations: { account_id: ID, week: "date '2024-01-01' + 7 * (n / 5 % 70)", code: "'code-' || n" },
  mentorship_places: { week: "'2025-06-02'", place: 'n', account_id: ID },
  calendars: { account_id: ID, version: '1', secret_hash: "'secret-' || n" },
  check_results: { account_id: ID, session_id: "'first'", digest: "''", passed: "'[true]'", checked_at: AT, passed_at: AT },
  erased_accounts: { account_id: uuidOf(5), erased_at: AT, asked_by: "'account'", sign_in_deleted_at: AT },
}

/** The tables that grow with the accounts. */
export const GROWING_TABLES: readonly string[] = [...Object.keys(ROWS), 'tutorial_progress']

/** Adds accounts with the numbers `from` to `to`, as the owner of the tables. Every fifth one from `from` on has bought everything. */
export async function addManyAccounts(ownerUrl: string, { from = 1, to = ACCOUNTS } = {}): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  await sql`set auto_explain.log_min_duration = -1`
  // Without triggers, which check each row for an erased account.
  await sql`set session_replication_role = replica`
  for (const [table, row] of Object.entries(ROWS))
    await sql.unsafe(`insert into ${table} (${Object.keys(row).join(', ')})
      select ${Object.values(row).join(', ')} from generate_series(${from}, ${to}, ${table === 'accounts' ? 1 : EVERY}) n`)
  await sql.unsafe(`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done)
    select id, 'tutorial-' || (4 * n + k) % ${TUTORIALS}, ${AT}, ${AT}, k < 3
    from (select n, ${ID} as id from generate_series(${from}, ${to}) n offset 0) learner, generate_series(0, 3) k`)
  await sql.unsafe(`analyze ${GROWING_TABLES.join(', ')}`)
  await sql.end()
}
