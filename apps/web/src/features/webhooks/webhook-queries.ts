import type { Webhook } from '@academy/contract'
import type { WebhookEvent } from '@academy/contract/webhook-events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { adminPagesQuery, adminQuery } from '../../api/admin-query.ts'
import { toastFailure } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'

const key = ['webhooks']

/** The webhooks of the academy, oldest first. */
export const webhooksQuery = () => adminQuery([...key, 'list'], (options) => adminTsr.webhooks.list.query(options))

/** What happened to the events of a webhook, newest first. */
export const attemptsQuery = (webhookId: string) =>
  adminPagesQuery([...key, 'attempts', webhookId], (query, options) =>
    adminTsr.webhooks.attempts.query({ params: { webhookId }, query, ...options }),
  )

export type WebhookSecret = { webhook: Webhook; secret: string }

type Input = { url: string; events: WebhookEvent[] }
type Change = { webhook: Webhook; paused?: boolean; replay_from?: number } & Partial<Input>

const change = async ({ webhook, ...changed }: Change): Promise<void> => {
  const { id, url, events, paused_at } = webhook
  const body = { url, events, paused: paused_at !== null, ...changed }
  await unwrapResponse(adminTsr.webhooks.change.mutate({ params: { webhookId: id }, body }))
}

/** Runs a change of webhooks, and loads them again. Says what failed, unless the caller shows it. */
function useWebhookMutation<Variables, Result>(
  run: (variables: Variables) => Promise<Result>,
  { done, failed }: { done: (variables: Variables) => string | undefined; failed?: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    // The cache of mutations must not keep a secret.
    gcTime: 0,
    onSuccess: async (_result, variables) => {
      const title = done(variables)
      if (title !== undefined) toast.success({ title })
      await client.invalidateQueries({ queryKey: key })
    },
    ...(failed !== undefined && { onError: (error: Error) => toastFailure(failed, error) }),
  })
}

/** Creates a webhook, or changes one. Returns the secret of a new one. */
export const useSaveWebhook = () =>
  useWebhookMutation(
    async ({ webhook, ...input }: Input & { webhook: Webhook | undefined }): Promise<WebhookSecret | undefined> => {
      if (webhook === undefined) return (await unwrapResponse(adminTsr.webhooks.create.mutate({ body: input }))).data
      await change({ webhook, ...input })
      return undefined
    },
    { done: ({ webhook }) => webhook && 'Webhook changed' },
  )

/** Pauses, resumes or replays a webhook. */
export const useChangeWebhook = () =>
  useWebhookMutation(change, {
    done: ({ paused, replay_from }) => {
      if (replay_from !== undefined) return `Sending again from event ${replay_from}`
      return paused ? 'Webhook paused' : 'Webhook resumed'
    },
    failed: "We couldn't change the webhook",
  })

export const useRotateSecret = () =>
  useWebhookMutation(
    async ({ id }: Webhook): Promise<WebhookSecret> =>
      (await unwrapResponse(adminTsr.webhooks.rotate.mutate({ params: { webhookId: id } }))).data,
    { done: () => undefined, failed: "We couldn't replace the secret" },
  )

export const useRemoveWebhook = () =>
  useWebhookMutation(
    async ({ id }: Webhook) => void (await unwrapResponse(adminTsr.webhooks.remove.mutate({ params: { webhookId: id } }))),
    {
      done: () => 'Webhook removed',
      failed: "We couldn't remove the webhook",
    },
  )
