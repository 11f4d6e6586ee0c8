import type { FoundAccount } from '@academy/contract'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import { accountName } from './account-text.ts'

/** Accounts with links to their pages. */
export function AccountList({ accounts }: { accounts: FoundAccount[] }) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {accounts.map((account) => (
        <li key={account.account_id}>
          <Link
            to={paths.account(account.account_id)}
            className="group -mx-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 rounded-md px-3 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_auto]"
          >
            <span className="min-w-0 truncate font-semibold">{accountName(account)}</span>
            <span className="min-w-0 truncate text-sm text-muted max-sm:row-start-2">{account.email ?? 'No email'}</span>
            <span className="text-sm text-muted max-sm:row-start-3">
              <span className="sm:sr-only">Since </span>
              <Timestamp dateOnly at={account.created_at} />
            </span>
            <ArrowRight
              aria-hidden="true"
              className="size-5 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
