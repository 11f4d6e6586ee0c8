import type { PersonalToken } from '@academy/contract'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { isExpired } from './token-queries.ts'

type TokenRowProps = { token: PersonalToken; isRevoking: boolean; onRevoke: () => void }

/** One token of the list: its name, what it may do, and its dates. */
export function TokenRow({ token, isRevoking, onRevoke }: TokenRowProps) {
  const { name, prefix, program, scopes, created_at, expires_at, last_used_at } = token
  const expired = isExpired(token)
  const action = expired ? 'Remove' : 'Revoke'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold break-words">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {expired && <Badge tone="warning">Expired</Badge>}
        </h3>
        <ul aria-label="Scopes" className="mt-2 flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge>{scope}</Badge>
            </li>
          ))}
        </ul>
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          {program ? (
            <Fact name="Program of">{program}</Fact>
          ) : prefix === '' ? (
            <Fact name="Program of">your own machine, unverified</Fact>
          ) : (
            <Fact name="Begins with">
              <code translate="no" className="font-code">
                {prefix}
              </code>
            </Fact>
          )}
          <Fact name={prefix === '' ? 'Connected' : 'Created'}>
            <Timestamp at={created_at} dateOnly />
          </Fact>
          <Fact name={expired ? 'Expired' : 'Expires'}>
            <Timestamp at={expires_at} dateOnly />
          </Fact>
          <Fact name="Last used">{last_used_at === null ? 'Never' : <Timestamp at={last_used_at} dateOnly />}</Fact>
        </dl>
      </div>
      <Button
        variant="secondary"
        size="sm"
        pending={isRevoking}
        aria-haspopup={expired ? undefined : 'dialog'}
        aria-label={`${action} ${name}`}
        onClick={onRevoke}
      >
        {isRevoking ? 'Revoking...' : action}
      </Button>
    </li>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline gap-1.5">
    <dt>{name}</dt>
    <dd className="text-ink">{children}</dd>
  </div>
)
