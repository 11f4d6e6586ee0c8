import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { contentStateQuery } from './content-queries.ts'

export type SyncKind = 'incremental' | 'full'

/** Begins a sync. Done means that it has begun and is in the list of runs. */
export function useSync() {
  const client = useQueryClient()
  const look = () => client.invalidateQueries({ queryKey: contentStateQuery().queryKey })
  return useMutation({
    mutationFn: (kind: SyncKind) => bodyOf(tsr.content.sync.mutate({ body: { kind } })),
    onSuccess: look,
    onError: (error) => {
      // Another instance, or another window, was quicker: its run is as good.
      if (error instanceof ApiError && error.status === 409) {
        toast.warning({ title: 'A sync is already running', description: 'Its progress is shown below.' })
        return look()
      }
      toast.error({ title: 'The sync did not start', description: error.message })
      return undefined
    },
  })
}
