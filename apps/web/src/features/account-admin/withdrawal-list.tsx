import type { Withdrawal } from '@academy/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyText, RuledList, Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { withdrawalsQuery } from './account-queries.ts'
import { offerName } from './account-text.ts'
import { AdminActionButton } from './admin-action-button.tsx'
import { MorePages } from './more-pages.tsx'

/** Statements of withdrawal, with a search: the open ones, and the newest settled ones. */
export function Withdrawals() {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const query = useInfiniteQuery(withdrawalsQuery(search))
  const list = useRef<HTMLDivElement>(null)
  const { data, hasNextPage } = query
  return (
    <Section title="Withdrawals">
      {(text !== '' || hasNextPage || data?.pages.some(({ withdrawals }) => withdrawals.length > 0)) && (
        <div className="mb-4">
          <SearchBox label="Search withdrawals" placeholder="Name, email, order number or reference" value={text} onChange={setText} />
        </div>
      )}
      <QueryView
        query={query}
        loading={<Skeleton className="h-13 w-full max-w-prose" />}
        errorTitle="We couldn't load the withdrawals"
        headingLevel={3}
      >
        {({ pages }) => (
          <div ref={list} tabIndex={-1}>
            <OpenAndSettled withdrawals={pages.flatMap(({ withdrawals }) => withdrawals)} search={search} hasMore={hasNextPage} />
          </div>
        )}
      </QueryView>
      <MorePages query={query} next={list} label="Show more withdrawals" errorTitle="We couldn't load more withdrawals" />
    </Section>
  )
}

type OpenAndSettledProps = { withdrawals: Withdrawal[]; search: string; hasMore: boolean }

function OpenAndSettled({ withdrawals, search, hasMore }: OpenAndSettledProps) {
  const open = withdrawals.filter(({ settled_at }) => settled_at === null)
  const settled = withdrawals.filter(({ settled_at }) => settled_at !== null)
  const settledCount = pluralize(settled.length, 'settled withdrawal')
  return (
    <>
      {open.length > 0 ? (
        <WithdrawalList withdrawals={open} />
      ) : (
        <EmptyText>{search === '' ? 'No open withdrawals.' : 'No open withdrawal matches.'}</EmptyText>
      )}
      {settled.length > 0 && (
        <Disclosure
          title={hasMore ? `${settledCount}, and more` : settledCount}
          headingLevel={3}
          defaultOpen={search !== ''}
          className="mt-4"
        >
          <WithdrawalList withdrawals={settled} />
        </Disclosure>
      )}
    </>
  )
}

const WithdrawalList = ({ withdrawals }: { withdrawals: Withdrawal[] }) => (
  <RuledList>
    {withdrawals.map((withdrawal) => (
      <WithdrawalItem key={withdrawal.id} withdrawal={withdrawal} />
    ))}
  </RuledList>
)

const acknowledgements: Record<Withdrawal['acknowledgement'], string | undefined> = {
  sent: undefined,
  waiting: 'The acknowledgement has not been sent yet.',
  sending: 'The acknowledgement is being sent.',
  failed: 'The acknowledgement could not be sent yet. Check the mail server.',
  unknown: 'The acknowledgement may not have arrived. Send it by hand.',
  dropped: 'No acknowledgement was sent, because there were too many for this mailbox or network that day. Send it by hand.',
}

function WithdrawalItem({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, account_id, name, email, offer, order_number, remark, received_at, settled_at, settled_by, settled_note } = withdrawal
  const problem = email === null ? undefined : acknowledgements[withdrawal.acknowledgement]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0 max-w-prose">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold break-words">{name ?? 'Erased account'}</span>
          <Badge tone={settled_at === null ? 'warning' : 'neutral'}>{offerName(offer)}</Badge>
          <span className="text-muted">
            received <Timestamp at={received_at} />
          </span>
        </p>
        {email && <p className="mt-0.5 break-words">{email}</p>}
        {order_number && <p className="mt-0.5 break-words">Order or receipt: {order_number}</p>}
        {remark && <p className="mt-0.5 break-words whitespace-pre-line text-muted">{remark}</p>}
        {problem && <p className="mt-1 text-danger">{problem}</p>}
        {settled_at && (
          <p className="mt-0.5 text-muted">
            Settled <Timestamp at={settled_at} /> by {settled_by}
            {settled_note && `: ${settled_note}`}
          </p>
        )}
        {account_id ? (
          <Link to={paths.account(account_id)} className="text-link mt-0.5 inline-block">
            See the account
          </Link>
        ) : (
          email && <p className="mt-0.5 text-muted">No single account has this address.</p>
        )}
      </div>
      {settled_at === null && <SettleButton id={id} name={name ?? 'erased account'} />}
    </li>
  )
}

const SettleButton = ({ id, name }: { id: string; name: string }) => (
  <AdminActionButton
    label="Settle"
    target={`the withdrawal of ${name}`}
    title="Settle withdrawal"
    description="Settling refunds nothing. Refund the payment first, or tell the buyer why not; then say here what you did."
    pendingLabel="Saving..."
    send={(reason) => unwrapResponse(adminTsr.withdrawals.settle.mutate({ params: { withdrawalId: id }, body: { reason } }))}
  />
)
