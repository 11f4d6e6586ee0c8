import type { CreatedToken, PersonalToken } from '@academy/contract'
import { TOKEN_LIMITS } from '@academy/contract/token-scopes'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { ToolSetupButton } from '../../account/tools/tool-setup-button.tsx'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/copy-line.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Plus } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { SubPage } from '../../ui/sub-page.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { isExpired, tokensQuery, useRevokeToken } from './token-queries.ts'
import { TokenRow } from './token-row.tsx'

/** Personal access tokens of the user: lists, creates and revokes them. */
export default function TokensPage() {
  const query = useQuery(tokensQuery())
  const tokens = query.data
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  const isFull = tokens !== undefined && tokens.filter((token) => !isExpired(token)).length >= TOKEN_LIMITS.active
  const newToken = (
    <Button aria-haspopup="dialog" disabled={isFull} onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      New token
    </Button>
  )
  return (
    <SubPage
      parent={{ name: 'Settings', to: paths.settings() }}
      title="Access tokens"
      lead="Let scripts, command-line tools and coding tools use the academy on your behalf."
      action={tokens && tokens.length > 0 && newToken}
    >
      {isFull && (
        <Alert title={`You have ${TOKEN_LIMITS.active} active tokens`}>
          An account can't have more. Revoke one you no longer need before you create another.
        </Alert>
      )}
      <QueryView query={query} loading={<TokensSkeleton />} errorTitle="We couldn't load your access tokens">
        {(all) => <TokenList tokens={all} newToken={newToken} />}
      </QueryView>
      <div className="grid gap-8 xl:grid-cols-3 xl:gap-12">
        <ConnectTool />
        <ApiReference />
        <LeakAdvice />
      </div>
      {isCreating && (
        <NewTokenDialog
          onClose={() => setCreating(false)}
          onCreated={(newToken) => {
            setCreating(false)
            setCreated(newToken)
          }}
        />
      )}
      {created && (
        <SecretDialog
          title={`“${created.name}” is ready`}
          secret={created.token}
          noun="token"
          subject="the token"
          onClose={() => setCreated(undefined)}
        />
      )}
    </SubPage>
  )
}

function TokenList({ tokens, newToken }: { tokens: PersonalToken[]; newToken: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [revoking, setRevoking] = useState<PersonalToken>()
  // The button that had the focus goes with its row.
  const { mutate, isPending, variables } = useRevokeToken({ onRevoked: () => heading.current?.focus() })
  return (
    <section aria-labelledby="your-tokens">
      <h2 id="your-tokens" ref={heading} tabIndex={-1} className={tokens.length > 0 ? 'mb-3 text-xl' : 'sr-only'}>
        Your tokens
      </h2>
      {tokens.length === 0 ? (
        <EmptyState title="No access tokens yet" action={newToken}>
          A token lets a tool read the course or keep your prompts without your password. You choose what it may do, and revoke it here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isRevoking={isPending && variables.id === token.id}
              onRevoke={() => (isExpired(token) ? mutate(token) : setRevoking(token))}
            />
          ))}
        </ul>
      )}
      {revoking && (
        <AlertDialog
          title={`Revoke “${revoking.name}”?`}
          description="Tools that use this token lose access within seconds. You can't undo this."
          confirm="Revoke token"
          onClose={() => setRevoking(undefined)}
          onConfirm={() => mutate(revoking)}
        />
      )}
    </section>
  )
}

const ConnectTool = () => (
  <section aria-labelledby="connect-tool" className="flex flex-col items-start gap-3">
    <div>
      <h2 id="connect-tool" className="text-lg">
        Connect a coding tool
      </h2>
      <p className="mt-1 max-w-prose text-muted">Most tools need only an address: you allow them in the browser, without a token.</p>
    </div>
    <ToolSetupButton />
  </section>
)

const LeakAdvice = () => (
  <section aria-labelledby="leaked-token">
    <h2 id="leaked-token" className="text-lg">
      If a token leaks
    </h2>
    <p className="mt-1 max-w-prose text-muted">
      Anyone with a token can do what its scopes allow, until it expires. Keep it out of code, chats and screenshots. If someone else may
      have seen it, revoke it here and create a new one. No token can pay, change your profile or delete your account.
    </p>
  </section>
)

const ApiReference = () => (
  <section aria-labelledby="api-reference" className="flex flex-col items-start gap-3">
    <div>
      <h2 id="api-reference" className="text-lg">
        Write your own program
      </h2>
      <p className="mt-1 max-w-prose text-muted">The reference has every endpoint with examples, limits and errors.</p>
    </div>
    <LinkButton href={`${env.apiUrl}/docs/`} variant="secondary" size="sm">
      API reference
    </LinkButton>
  </section>
)

const TokensSkeleton = () => (
  <Loading label="Loading access tokens...">
    <Skeleton className="mb-3 h-7 w-32" />
    <div className="flex flex-col gap-px">
      {[1, 2].map((row) => (
        <Skeleton key={row} className="h-28 w-full" />
      ))}
    </div>
  </Loading>
)
