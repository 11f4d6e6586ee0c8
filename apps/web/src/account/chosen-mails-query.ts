import type { MailingKind } from '@academy/contract/mailing-kinds'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../api/api-error.ts'
import { tsr } from '../api/client.ts'
import { parseResponse, requireFields, unwrapResponse } from '../api/unwrap-response.ts'
import { toast } from '../ui/toast.ts'

/** The mails that the user has chosen. */
export const chosenMailsQuery = () =>
  queryOptions({
    queryKey: ['chosen-mails'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.mailings.chosen.query({ fetchOptions: { signal } }), (chosen) => requireFields(chosen, 'kinds', 'ask')),
    // A link in a mail may have ended one.
    staleTime: 0,
  })

type Choice = { kinds: MailingKind[]; via: 'settings' | 'purchase' }

/** Saves which mails the user wants. */
export function useChooseMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (choice: Choice) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await unwrapResponse(tsr.mailings.choose.mutate({ body: { ...choice, time_zone } }))
    },
    onSuccess: (_saved, { kinds }) => {
      client.setQueryData(chosenMailsQuery().queryKey, { kinds, ask: false })
      toast.success({ title: 'Your choice of emails is saved' })
    },
    onError: (error) => toastFailure("We couldn't save your choice of emails", error),
  })
}
