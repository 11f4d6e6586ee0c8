/** What erasure does with the rows of an account. */
type Erasure =
  /** Deleted. The database refuses new ones (`refuse_erased_accounts`). */
  | { rows: 'deleted' }
  /** Kept for a reason; `emptied` columns are set to null, in all rows or in those of the SQL condition `emptiedWhere`. */
  | { rows: 'kept'; why: string; emptied: readonly string[]; emptiedWhere?: string }
  /** Moved to the former customers, with only the customer's id. */
  | { rows: 'moved'; why: string }

/** The columns that the export leaves out, each with the reason. */
type Withheld = Readonly<Record<string, string>>

/** How export and erasure treat a table with data about accounts. */
export type PersonalTable = {
  withheld: Withheld
  /** Whether rows can name the account's Stripe customer without the account. */
  alsoByCustomer?: true
  erasure: Erasure
}

const deleted = (withheld: Withheld = {}): PersonalTable => ({ withheld, erasure: { rows: 'deleted' } })

const kept = (why: string, withheld: Withheld = {}, emptied: readonly string[] = []): PersonalTable => ({
  withheld,
  erasure: { rows: 'kept', why, emptied },
})

const OPERATOR = 'names an operator, not the user'
const ABOUT_THE_SYNC = 'describes the sync, not the user'
const SYNC_COLUMNS = { stripe_account: ABOUT_THE_SYNC, livemode: ABOUT_THE_SYNC, synced_at: ABOUT_THE_SYNC }
const TEXT_LENGTH = { size: 'the length of the texts, which are exported' }
const ACCOUNTING_RECORD = 'the law requires accounting records, and a late refund or dispute must find its purchase'

// Every table of the database has a rule. A test compares the rules with the database's catalog.

const personal: Readonly<Record<string, PersonalTable>> = {
  accounts: deleted(),
  prompts: deleted(TEXT_LENGTH),
  prompt_versions: deleted(TEXT_LENGTH),
  prompt_votes: deleted(),
  tutorial_progress: deleted(),
  check_results: deleted(),
  tutorial_notes: deleted(),
  tutorial_answers: deleted(),
  missed_searches: deleted(),
  copied_prompts: deleted(),
  mail_consents: deleted({ next_look_at: 'when the academy looks whether a mail is due' }),
  mailings: deleted(),
  waiting_list: deleted(),
  mentorship_registrations: deleted(),
  mentorship_places: deleted(),
  calendars: deleted({ secret_hash: 'proves who knows the address of the calendar' }),
  certificates: deleted(),
  course_reviews: deleted(),
  personal_access_tokens: deleted({ token_hash: 'proves who holds the token' }),
  device_logins: deleted({ device_code_hash: 'proves who asked for the token', user_code_hash: 'proves who asked for the token' }),
  oauth_records: deleted({
    id_hash: 'proves who holds a code or token of a program',
    payload: 'what the program sent; the access token that it belongs to says what it may do',
  }),
  course_starts: deleted(),
  seats: deleted({ code_hash: 'proves who holds an invitation' }),
  seat_links: deleted({ code_hash: 'proves who holds the link' }),
  seat_owners: deleted(),
  idempotency_keys: deleted({
    id: 'a digest of a key that the program of the user chose',
    fingerprint: 'a digest of the request',
    response: 'the response to the user, encrypted',
  }),
  grants: deleted({ granted_by: OPERATOR, revoked_by: OPERATOR }),
  cancellations: deleted({ token_hash: 'proves who holds the link', error: 'describes the payment provider, not the account' }),
  billing_customers: { withheld: SYNC_COLUMNS, erasure: { rows: 'moved', why: ACCOUNTING_RECORD } },
  former_customers: kept(ACCOUNTING_RECORD, SYNC_COLUMNS),
  checkouts: kept(ACCOUNTING_RECORD, { url: 'opens the payment page without a sign-in', ...SYNC_COLUMNS }, ['url']),
  access_consents: kept('it proves that the buyer asked for immediate access, when a withdrawal or dispute comes late'),
  purchases: kept(`${ACCOUNTING_RECORD}; the digest of the card shows whether its holder used the guarantee`, SYNC_COLUMNS),
  charges: kept(ACCOUNTING_RECORD, SYNC_COLUMNS),
  subscriptions: kept(ACCOUNTING_RECORD, SYNC_COLUMNS),
  gifts: {
    withheld: { reminded_at: 'when the academy looked whether to remind the buyer' },
    erasure: {
      rows: 'kept',
      why: 'a paid gift reaches its recipient also without its buyer; it loses address and message when its mail is sent',
      emptied: ['email', 'message'],
      emptiedWhere: '(queued_at is not null or not exists (select from purchases where gift_id = gifts.id))',
    },
  },
  withdrawals: {
    withheld: { settled_by: OPERATOR },
    erasure: {
      rows: 'kept',
      why: 'it proves that an account withdrew, and when; an open statement must still be answered, and loses its texts when it is settled',
      emptied: ['name', 'email', 'order_number', 'remark', 'settled_note'],
      emptiedWhere: 'settled_at is not null',
    },
  },
  stripe_events: {
    ...kept('a repeated event must not be applied again; it holds ids alone', {
      source: ABOUT_THE_SYNC,
      attempts: ABOUT_THE_SYNC,
      error: 'an internal error message',
    }),
    alsoByCustomer: true,
  },
  failed_looks: {
    ...kept('late payments must still be synced; it holds ids alone, and is deleted after the sync', {
      unmatched: ABOUT_THE_SYNC,
      next_look_at: ABOUT_THE_SYNC,
      error: 'an internal error message',
    }),
    alsoByCustomer: true,
  },
  webhook_events: kept(
    'other programs of the owner must still hear of a late refund, and of the erasure; it holds ids alone, for 30 days',
    {
      position: 'the number of the event in the order of all accounts',
    },
  ),
  audit_log: kept('the actions of operators must stay on record; without the account its id identifies no one', { who: OPERATOR }),
  erased_accounts: kept('it keeps an erased account from coming back; it holds an id that identifies no one'),
}

/** The tables with data about accounts. */
export const personalTables: [name: string, rule: PersonalTable][] = Object.entries(personal)

const NOTION_CONTENT = 'content, as authors wrote it'
const SEARCH_INDEX = 'the search index of the content; prompts and other texts of accounts are searched where they are stored'

/** The tables without data about accounts, each with its content. */
export const nonPersonalTables: Readonly<Record<string, string>> = {
  mails:
    'ids of checkouts, withdrawals, cancellations, mails by consent, places of draws and of waiting lists, and whether their mails were sent',
  statement_mails: 'ids of withdrawals and cancellations, and whether their mails were sent',
  mentorship_draws: 'published lists of codes, which lead to no account, and the random values that decided',
  webhook_endpoints: 'addresses of other programs of the owner',
  webhook_attempts: 'how these programs responded to events; the beginning of a response that refused one, for 30 days',
  rate_limits: 'digests of callers with their number of requests, until at most an hour after their window',
  stripe_reconcile: 'one row: the last comparison with the events of Stripe',
  stripe_fees: 'ids of charges, with what Stripe took of each',
  stripe_connection: 'one row: the Stripe account and mode that the API is connected with',
  content_courses: NOTION_CONTENT,
  content_sessions: NOTION_CONTENT,
  content_tutorials: NOTION_CONTENT,
  content_resources: NOTION_CONTENT,
  content_files: NOTION_CONTENT,
  content_file_uses: NOTION_CONTENT,
  content_databases: 'which Notion databases the content comes from',
  content_drafts: NOTION_CONTENT,
  content_synced_sources: NOTION_CONTENT,
  content_refusals: 'pages that a sync could not publish',
  search_pages: SEARCH_INDEX,
  search_documents: SEARCH_INDEX,
  search_words: SEARCH_INDEX,
  search_postings: SEARCH_INDEX,
  content_sync_runs: 'counts of the syncs with Notion',
}
