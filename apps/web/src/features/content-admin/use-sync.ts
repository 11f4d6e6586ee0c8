import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { ApiError, toastFailure } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { contentStateQuery } from './content-queries.ts'

export type SyncKind = 'incremental' | 'everything'

/** A mutation that starts a sync. It succeeds when the sync has started, not when it has finished. */
export function useSync() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (kind: SyncKind) => unwrapResponse(adminTsr.content.sync.mutate({ body: { kind } })),
    onSuccess: refetch,
    onError: (error) => {
      // Another instance or window has started a sync already.
      if (error instanceof ApiError && error.status === 409) {
        toast.warning({
          title: 'A sync is already running',
          description: 'It may miss your latest edits: sync again when it has finished.',
        })
        return refetch()
      }
      return toastFailure('The sync did not start', error)
    },
  })
}

/** A mutation that confirms a held sync and starts it again. */
export function useConfirmSync() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (run_id: string) => unwrapResponse(adminTsr.content.confirm.mutate({ body: { run_id } })),
    onSuccess: refetch,
    onError: (error) => {
      toastFailure('The sync was not confirmed', error)
      return refetch()
    },
  })
}

function useRefetch() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: contentStateQuery().queryKey })
}
