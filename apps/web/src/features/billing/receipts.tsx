import { formatAmount } from '@academy/catalog'
import type { Receipt } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { SettingsSection } from '../../ui/section.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { receiptsQuery } from './receipts-query.ts'

/** Receipts shown before the user expands the list. */
const COLLAPSED_COUNT = 6

/** The receipts and invoices of a buyer. Nothing for accounts that bought nothing. */
export function Receipts() {
  const { context } = useAccount()
  // The receipts of a customer that was deleted at Stripe are listed as long as a purchase is open.
  if (!context || (context.stripe_customer_id === null && context.prices.length === 0)) return null
  return (
    <SettingsSection title="Receipts and invoices">
      <ReceiptList />
    </SettingsSection>
  )
}

function ReceiptList() {
  const { data, isError, isFetching, refetch } = useQuery(receiptsQuery())
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (isError && !data)
    return <ErrorState headingLevel={3} title="We couldn't load your receipts" onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Loading className="mt-3" blocks={['h-24']} />
  const { receipts, has_more } = data
  if (receipts.length === 0) return <p className="mt-1 text-muted">There are none yet: nothing was charged.</p>
  const showAll = () => {
    setShowsAll(true)
    // The button disappears.
    list.current?.focus()
  }
  const shown = showsAll ? receipts : receipts.slice(0, COLLAPSED_COUNT)
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Receipts and invoices"
        className="mt-3 divide-y divide-rule rounded-lg border border-rule bg-surface"
      >
        {shown.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {shown.length < receipts.length && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={showAll}>
          Show all {receipts.length}
        </Button>
      )}
      {showsAll && has_more && <p className="mt-3 text-sm text-muted">Older ones are in the billing portal, under Manage plan.</p>}
    </>
  )
}

const badges: Record<Receipt['state'], string | undefined> = {
  paid: undefined,
  open: 'Not paid yet',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  dispute_lost: 'Returned by your bank',
}

function ReceiptRow({ receipt: { at, description, amount, currency, state, url } }: { receipt: Receipt }) {
  const badge = badges[state]
  const day = formatDate(at)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <time dateTime={at} className="w-24 text-muted tabular-nums">
        {day}
      </time>
      <span className="min-w-0 flex-1 basis-40 break-words">{description}</span>
      {badge && <Badge>{badge}</Badge>}
      <span className="font-semibold tabular-nums">{formatAmount(amount, currency)}</span>
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className="text-link">
          {state === 'open' ? 'Pay' : 'Receipt'}
          <span className="sr-only">
            {' '}
            {state === 'open' ? 'the invoice of' : 'of'} {day}: {description} (opens in a new tab)
          </span>
        </a>
      )}
    </li>
  )
}
