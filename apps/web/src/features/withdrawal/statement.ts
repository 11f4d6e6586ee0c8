import { OFFER_NAMES, OFFERS, type OfferName } from '@academy/catalog'
import type { WithdrawalInput } from '@academy/contract'
import { type PublicReply, postPublic } from '../../api/post-public.ts'

export type Statement = Required<WithdrawalInput>
export type Received = { received_at: string }

/** The contracts that a buyer can withdraw from, with their names. */
export const CONTRACTS = OFFER_NAMES.map((offer) => ({ offer, title: OFFERS[offer].title }))

export const isContract = (offer: string): offer is OfferName => CONTRACTS.some((contract) => contract.offer === offer)

/** Creates the id of a statement. `crypto.randomUUID` is missing on pages without TLS. */
export function createStatementId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Sends a statement of withdrawal to the API. A repeated request with the same id changes nothing. */
export const declareWithdrawal = (statement: Statement): Promise<PublicReply<Received>> =>
  postPublic('/api/withdrawals', statement, ({ received_at }) => (typeof received_at === 'string' ? { received_at } : undefined))
