import type { contract } from './index.ts'

/** The introduction of the reference, as Markdown. */
export const API_INTRODUCTION = `## Getting started

1. Create a personal access token in the academy under Settings, Access tokens.
2. Send it with every request:

\`\`\`sh
curl -H "Authorization: Bearer $VCA_TOKEN" "$VCA_URL/api/accounts/context"
\`\`\`

3. \`data.entitlements\` says what the account may open. A token opens nothing that its account has not bought.

There is a typed client for JavaScript, a command line (\`vca\`) and a server for coding tools (\`/mcp\`). Clients in other languages can be generated from this document.

## Money

Opening the first paid tutorial, or the project of a session, ends an open money-back guarantee. With a personal access token both are refused with 409 \`guarantee_open\` until you send \`start=true\`. Ask the buyer before.

## Errors

All errors have the same body (\`Error\`). Decide by \`code\`, never by the texts: \`error\` and \`message\` are for people. \`fields\` says what is wrong with each part of the input. \`request_id\` is for the academy's operator; every response has it in the header \`x-request-id\`.

Repeat a request after 429, 502 and 503, and wait for the seconds in \`Retry-After\`.

## Repeated and concurrent changes

Send each POST and PUT with an \`Idempotency-Key\`: a new UUID for each request, and the same one when you repeat it, e.g. because its response was lost. A repeated request changes nothing. It gets the first response, with \`Idempotent-Replayed: true\`. Keys belong to the account. 422 \`idempotency_key_reused\`: the key was sent with another method, address or body. 409 \`idempotency_key_in_use\`: the first request is still being answered; repeat it after \`Retry-After\`. The API keeps responses for 24 hours, the newest 100 of an account. It keeps successes only: a refused request may be sent again with its key. After an outage during the first request its key can be in use for a minute, and the request then runs again.

Send \`If-Match\` with the \`ETag\` of the version that you change: 412 \`precondition_failed\` if a prompt or a note has changed since. The \`updated_at\` of a request is the same check, with 409 \`conflict\`. A request with both must name the same version.

## Limits

Each account has a number of requests a minute, which all its tokens share (600 by default), and each address one for the endpoints without a token (300). Beyond it the response is 429 \`rate_limited\` with \`Retry-After\`. \`RateLimit-Policy\` names each limit that counted a request, with its number of requests and its seconds (\`"account";q=600;w=60\`); \`RateLimit\` says how many are left, and in how many seconds all are available again (\`"account";r=599;t=42\`), as draft-ietf-httpapi-ratelimit-headers-11 defines them. Responses that shared caches may keep carry neither. A body may have 512 kB (32 kB without a token), and a tenth of an account's requests a body over 64 kB. Endpoints with an \`ETag\` answer 304 without a body to a request whose \`If-None-Match\` is current.

## Versions

The version of the API is \`info.version\`. Within a version, endpoints, fields of responses, optional fields of requests, and values of \`code\` and of every other list may be added: accept what you do not know. What is removed, or becomes required, is marked as \`deprecated\` here for six months before, and stands in the changelog of the API, which comes with the academy's software. Operation ids do not change.

Responses name times in UTC (\`Z\`); requests may use any offset. Ids are text without a meaning.`

/** What each group of operations is about. */
export const TAG_TEXTS: Record<keyof typeof contract, string> = {
  accounts: "The caller's account: name, entitlements and what they unlock.",
  courses: 'The course: sessions, tutorials and the projects that learners build.',
  learning: 'How far the account is in the course.',
  library: 'The Prompt Library of the Studio.',
  prompts: 'My Prompts: the prompts that the account saved or wrote, with their earlier versions.',
  search: 'The search over everything that the account may read.',
  mailings: 'Mails that the account has chosen.',
  notes: 'The private notes of the account on tutorials.',
  certificates: 'Certificates of completed courses, which anyone with the address can verify.',
  billing: 'Checkout, plans, receipts and the refund of the guarantee. The money is with Stripe.',
  withdrawals: 'Withdrawal from a contract and cancellation of the Studio, both without an account.',
  privacy: "The export and the erasure of the caller's own account.",
  tokens: 'Personal access tokens. A token cannot manage tokens.',
  deviceLogins: 'Sign-in of programs without a browser, after RFC 8628.',
  programs: 'Programs that connect to the MCP server by OAuth: the decision of the user.',
  waitingList: 'Who waits for a course.',
  publicContent: 'What visitors without an account can read.',
  mentorship: 'The weekly draw of mentoring sessions, which anyone can compute again.',
  team: 'Seats that an account buys for others, and seats that it holds.',
  geo: 'The country of a visitor.',
  health: 'Whether the API is alive and ready.',
  adminAccounts: 'Accounts and their access, for the administrator. Every change is recorded with its reason.',
  answers: 'Whether tutorials worked for their learners.',
  reviews: 'What those who finished the course say about it, for the administrator.',
  figures: 'Sales and how learners proceed, for the administrator.',
  webhooks: 'Events for other programs of the owner, for the administrator.',
  content: 'The mirror of the Notion workspace, for the administrator.',
}
