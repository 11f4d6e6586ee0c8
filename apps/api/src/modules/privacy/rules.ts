/** What erasure does with the rows of an account. */
type Erasure =
  /** Deleted. The database refuses new ones (`refuse_erased_accounts`). */
  | { rows: 'deleted' }
  /** Kept for a reason; `emptied` columns are set to null. */
  | { rows: 'kept'; why: string; emptied?: readonly string[] }
  /** Moved to the former customers, with only the customer's id. */
  | { rows: 'moved'; why: string }

export type PersonalTable = {
  about: 'accounts'
  /** Columns that the export leaves out, each with the reason. All others are exported. */
  withheld: Readonly<Record<string, string>>
  /** Whether rows can belong to the account by its customer alone. */
  alsoByCustomer?: true
  erasure: Erasure
}

/** A table without personal data. */
type ImpersonalTable = { about: 'no account'; why: string }

const OPERATOR = 'names an operator, not the user'
const OURS = 'describes our sync, not the user'
const LATE_MONEY = 'the law requires accounting records, and a late refund or dispute must find its purchase'
const FROM_NOTION = 'content, as authors wrote it'
const SEARCH_INDEX = 'the search index of the content; prompts and other texts of accounts are searched where they are stored'

/**
 * A rule for every table of the database. A test compares it with the database's catalog and fails for a table without one.
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
  prompt_versions: {
    about: 'accounts',
    withheld: { size: 'the length of the texts, which are exported' },
    erasure: { rows: 'deleted' },
  },
  prompt_votes: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'deleted' },
  },
  tutorial_progress: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'deleted' },
  },
  tutorial_notes: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'deleted' },
  },
  certificates: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'deleted' },
  },
  personal_access_tokens: {
    about: 'accounts',
    withheld: { token_hash: 'proves who holds the token' },
    erasure: { rows: 'deleted' },
  },
  device_logins: {
    about: 'accounts',
    withheld: {
      device_code_hash: 'proves who asked for the token',
      user_code_hash: 'proves who asked for the token',
    },
    erasure: { rows: 'deleted' },
  },
  course_starts: {
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
  access_consents: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'kept', why: 'it proves that the buyer asked for immediate access, when a withdrawal or dispute comes late' },
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
  withdrawals: {
    about: 'accounts',
    withheld: { settled_by: OPERATOR },
    erasure: {
      rows: 'kept',
      why: 'that an account withdrew, and when, must be provable',
      emptied: ['name', 'email', 'order_number', 'remark', 'settled_note'],
    },
  },
  cancellations: {
    about: 'accounts',
    withheld: { token_hash: 'proves who holds the link' },
    erasure: { rows: 'deleted' },
  },
  stripe_events: {
    about: 'accounts',
    withheld: {
      source: OURS,
      attempts: OURS,
      error: 'an internal error message',
    },
    alsoByCustomer: true,
    erasure: { rows: 'kept', why: 'a repeated event must not be applied again; it holds ids alone' },
  },
  failed_looks: {
    about: 'accounts',
    withheld: {
      unmatched: OURS,
      next_look_at: OURS,
      error: 'an internal error message',
    },
    alsoByCustomer: true,
    erasure: { rows: 'kept', why: 'late payments must still be synced; it holds ids alone, and is deleted after the sync' },
  },
  audit_log: {
    about: 'accounts',
    withheld: { who: OPERATOR },
    erasure: { rows: 'kept', why: 'the actions of operators must stay on record; without the account its id identifies no one' },
  },
  erased_accounts: {
    about: 'accounts',
    withheld: {},
    erasure: { rows: 'kept', why: 'it keeps an erased account from coming back; it holds an id that identifies no one' },
  },
  statement_mails: { about: 'no account', why: 'ids of withdrawals and cancellations, and what became of their mails' },
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
  search_pages: { about: 'no account', why: SEARCH_INDEX },
  search_documents: { about: 'no account', why: SEARCH_INDEX },
  search_words: { about: 'no account', why: SEARCH_INDEX },
  search_postings: { about: 'no account', why: SEARCH_INDEX },
  content_sync_runs: { about: 'no account', why: 'counts of the syncs with Notion' },
}

/** The tables with data about accounts. */
export const personalTables: [name: string, rule: PersonalTable][] = Object.entries(tableRules).flatMap(([name, rule]) =>
  rule.about === 'accounts' ? [[name, rule]] : [],
)
