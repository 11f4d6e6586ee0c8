import type { WithdrawalInput } from '@academy/contract'
import { type PublicReply, postPublic } from '../../api/post-public.ts'

export type Statement = Required<WithdrawalInput>
/** `is_mailed`: whether the acknowledgement goes to the email address. */
export type Received = { received_at: string; is_mailed: boolean }

/** Sends a statement of withdrawal to the API. A repeated request with the same id changes nothing. */
export const declareWithdrawal = (statement: Statement): Promise<PublicReply<Received>> =>
  postPublic('/api/withdrawals', statement, ({ received_at, is_mailed }) =>
    typeof received_at === 'string' && typeof is_mailed === 'boolean' ? { received_at, is_mailed } : undefined,
  )
