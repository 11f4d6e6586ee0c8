/** What becomes of the rows of an account when it is erased. */
type Erasure =
  /** They go. The database refuses new ones (`refuse_erased_accounts`). */
  | { rows: 'deleted' }
  /** They stay, for a reason; `emptied` are columns that are made null. */
  | { rows: 'kept'; why: string; emptied?: readonly string[] }
  /** Only that the customer was the account's stays, among the former customers. */
  | { rows: 'moved'; why: string }

export type PersonalTable = {
  about: 'accounts'
  /** Columns that the export leaves out, each with the reason. All others are exported. */
  withheld: Readonly<Record<string, string>>
  /** Rows that belong to the account's customers as well, where a row may not know its account. */
  alsoByCustomer?: true
  erasure: Erasure
}

/** A table without personal data. */
type ImpersonalTable = { about: 'no account'; why: string }

const OPERATOR = 'names an operator, who is another person'
const OURS = 'says when we looked, not something about the person'
const LATE_MONEY = 'the law asks for books to be kept, and a refund or dispute that comes late must find what was paid'
const FROM_NOTION = 'content, as authors wrote it'

/**
 * What is held about people: a rule for every table of the database. A test reads the database's own catalog and fails for a table without
 * one.
 */
export const tableRules: Readonly<Record<string, PersonalTable | ImpersonalTable>> = {
  accounts: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'deleted' },
  },
  prompts: {
    about: 'accounts',
    withheld: { size: 'the length of the texts, which are exported' },
    erasure: { rows: 'deleted' },
  },
  tutorial_progress: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'deleted' },
  },
  grants: {
    about: 'accounts',
    withheld: { granted_by: OPERATOR, revoked_by: OPERATOR },
    erasure: { rows: 'deleted' },
  },
  billing_customers: {
    about: 'accounts',
    withheld: { stripe_account: OURS, livemode: OURS, synced_at: OURS },
    erasure: { rows: 'moved', why: LATE_MONEY },
  },
  former_customers: {
    about: 'accounts',
    withheld: { stripe_account: OURS, livemode: OURS, synced_at: OURS },
    erasure: { rows: 'kept', why: LATE_MONEY },
  },
  checkouts: {
    about: 'accounts',
    withheld: { url: 'a key to the page of payment', stripe_account: OURS, livemode: OURS, synced_at: OURS },
    erasure: { rows: 'kept', why: LATE_MONEY, emptied: ['url'] },
  },
  purchases: {
    about: 'accounts',
    withheld: { stripe_account: OURS, livemode: OURS, synced_at: OURS },
    erasure: { rows: 'kept', why: LATE_MONEY },
  },
  charges: {
    about: 'accounts',
    withheld: { stripe_account: OURS, livemode: OURS, synced_at: OURS },
    erasure: { rows: 'kept', why: LATE_MONEY },
  },
  subscriptions: {
    about: 'accounts',
    withheld: { stripe_account: OURS, livemode: OURS, synced_at: OURS },
    erasure: { rows: 'kept', why: LATE_MONEY },
  },
  stripe_events: {
    about: 'accounts',
    withheld: {
      source: OURS,
      attempts: OURS,
      error: 'a failure of ours, in the words of our software',
    },
    alsoByCustomer: true,
    erasure: { rows: 'kept', why: 'an event that is told again must not be applied again; it holds ids alone' },
  },
  failed_looks: {
    about: 'accounts',
    withheld: {
      unmatched: OURS,
      next_look_at: OURS,
      error: 'a failure of ours, in the words of our software',
    },
    alsoByCustomer: true,
    erasure: { rows: 'kept', why: 'what Stripe knows of late money must still be asked; it holds ids alone, and goes once it was' },
  },
  audit_log: {
    about: 'accounts',
    withheld: { who: OPERATOR },
    erasure: { rows: 'kept', why: 'what operators did must stay known; without the account its id identifies no one' },
  },
  erased_accounts: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'kept', why: 'it is what keeps an erased account from coming back; it holds an id that identifies no one' },
  },
  stripe_reconcile: { about: 'no account', why: 'one row: how far the events of Stripe were compared' },
  stripe_connection: { about: 'no account', why: 'one row: the Stripe account and mode that the API is connected with' },
  content_courses: { about: 'no account', why: FROM_NOTION },
  content_sessions: { about: 'no account', why: FROM_NOTION },
  content_tutorials: { about: 'no account', why: FROM_NOTION },
  content_resources: { about: 'no account', why: FROM_NOTION },
  content_files: { about: 'no account', why: FROM_NOTION },
  content_file_uses: { about: 'no account', why: FROM_NOTION },
  content_databases: { about: 'no account', why: 'which Notion databases the content comes from' },
  content_drafts: { about: 'no account', why: FROM_NOTION },
  content_synced_sources: { about: 'no account', why: FROM_NOTION },
  content_refusals: { about: 'no account', why: 'pages that authors have to look at' },
  content_sync_runs: { about: 'no account', why: 'counts of the looks at Notion' },
}

/** The tables that hold something about accounts. */
export const personalTables: [name: string, rule: PersonalTable][] = Object.entries(tableRules).flatMap(([name, rule]) =>
  rule.about === 'accounts' ? [[name, rule]] : [],
)
