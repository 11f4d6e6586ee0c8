import type { Webhook } from '@academy/contract'
import { MOST_WEBHOOKS } from '@academy/contract/webhook-events'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/copy-line.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Plus } from '../../ui/icons.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { SubPage } from '../../ui/sub-page.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { type WebhookSecret, webhooksQuery } from './webhook-queries.ts'
import { WebhookRow } from './webhook-row.tsx'

/** Events for other programs of the owner, for the administrator. */
export default function WebhooksPage() {
  return (
    <SubPage
      parent={{ name: 'Overview', to: paths.overview() }}
      title="Webhooks"
      lead="Tell your other programs what happens in the academy: purchases, refunds, subscriptions and progress."
    >
      <AdminOnly loading={<WebhooksSkeleton />}>
        <Webhooks />
      </AdminOnly>
    </SubPage>
  )
}

function Webhooks() {
  const query = useQuery(webhooksQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const [editing, setEditing] = useState<{ webhook: Webhook | undefined }>()
  const [created, setCreated] = useState<WebhookSecret>()
  if (query.error instanceof ApiError && query.error.status === 403) return <AdminOnlyNotice />
  const newWebhook = (
    <Button aria-haspopup="dialog" disabled={(query.data?.length ?? 0) >= MOST_WEBHOOKS} onClick={() => setEditing({ webhook: undefined })}>
      <Plus aria-hidden="true" />
      New webhook
    </Button>
  )
  return (
    <>
      <QueryView query={query} loading={<WebhooksSkeleton />} errorTitle="We couldn't load the webhooks">
        {(webhooks) => (
          <div>
            <h2 ref={heading} tabIndex={-1} className="sr-only">
              Your webhooks
            </h2>
            {webhooks.length === 0 ? (
              <EmptyState title="No webhooks yet" action={newWebhook}>
                A webhook is an address of another program, such as your newsletter or bookkeeping. The academy sends events there, signed
                as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes.
              </EmptyState>
            ) : (
              <>
                {newWebhook}
                <ul className="mt-6 divide-y divide-rule border-y border-rule">
                  {webhooks.map((webhook) => (
                    <WebhookRow
                      key={webhook.id}
                      webhook={webhook}
                      onEdit={() => setEditing({ webhook })}
                      onSecret={setCreated}
                      // The button that had the focus goes with its row.
                      onRemoved={() => heading.current?.focus()}
                    />
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </QueryView>
      {editing && (
        <WebhookDialog
          webhook={editing.webhook}
          onClose={() => setEditing(undefined)}
          onCreated={(made) => {
            setEditing(undefined)
            setCreated(made)
          }}
        />
      )}
      {created && (
        <SecretDialog
          title="The secret of the webhook"
          description="With it your program verifies that an event is from the academy, with a library of standardwebhooks.com."
          secret={created.secret}
          noun="secret"
          subject="the code"
          note={created.webhook.rotated_at === null ? '' : ' For a day the secret before works as well.'}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  )
}

const WebhooksSkeleton = () => <Loading label="Loading webhooks..." className="flex flex-col gap-5" blocks={['h-11 w-40', 'h-40 w-full']} />
