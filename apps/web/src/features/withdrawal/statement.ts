import { OFFER_NAMES, OFFERS, type OfferName } from '@academy/catalog'
import type { WithdrawalInput } from '@academy/contract'
import { type PublicReply, postPublic } from '../../api/post-public.ts'

export type Statement = Required<WithdrawalInput>
/** `is_mailed`: whether the acknowledgement goes to the email address. */
export type Received = { received_at: string; is_mailed: boolean }

/** The contracts that a buyer can withdraw from, with their names. */
export const CONTRACTS = OFFER_NAMES.map((offer) => ({ offer, title: OFFERS[offer].title }))

export const isContract = (offer: string): offer is OfferName => CONTRACTS.some((contract) => contract.offer === offer)

/** Sends a statement of withdrawal to the API. A repeated request with the same id changes nothing. */
export const declareWithdrawal = (statement: Statement): Promise<PublicReply<Received>> =>
  postPublic('/api/withdrawals', statement, ({ received_at, is_mailed }) =>
    typeof received_at === 'string' && typeof is_mailed === 'boolean' ? { received_at, is_mailed } : undefined,
  )
