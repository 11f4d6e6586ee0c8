import type { PromptSource } from '@academy/contract'
import { tsr } from '../api/client.ts'

/** Tells the API that the user copied a prompt of the academy, for the figures of the owner. The user does not feel a failure, so it is not shown. */
export const recordCopy = (params: Pick<PromptSource, 'kind' | 'id'>): void => {
  tsr.learning.recordCopy.mutate({ params }).catch(() => undefined)
}
