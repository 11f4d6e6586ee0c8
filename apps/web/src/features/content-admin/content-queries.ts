import type { ContentState } from '@academy/contract'
import { queryOptions } from '@tanstack/react-query'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'

/** How often a run under way is looked at, and how often one that somebody else may have begun. */
const LIVE_MS = 1500
const IDLE_MS = 30_000

export const isRunning = ({ runs }: ContentState): boolean => runs.some(({ status }) => status === 'running')

/** What the mirror holds, and its last runs; kept up to date while somebody looks. */
export const contentStateQuery = () =>
  queryOptions({
    queryKey: ['content', 'state'],
    queryFn: async ({ signal }) => (await bodyOf(tsr.content.state.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? LIVE_MS : IDLE_MS),
  })
