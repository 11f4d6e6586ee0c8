import { sql } from 'drizzle-orm'
import type { Tx } from './open-database.ts'

/**
 * The keys of all advisory locks. Running instances of an older version use the same, so they never change. Postgres keeps locks with one key apart
 * from those with two.
 */
export const LOCKS = {
  /** "academy" on a phone keypad. */
  migration: 2_223_369,
  reconcile: 7_867_003,
  /** Two keys, as the following. */
  contentSync: [2_223_369, 1],
  webhookEvents: [2_223_369, 2],
} as const

/** The first keys of locks for one thing; the second is the hash of its id. */
export const ID_LOCKS = {
  /** Of an id at Stripe. */
  customer: 7_867_001,
  /** Of an account, as the following. */
  checkout: 7_867_002,
  guarantee: 7_867_004,
  tokens: 7_867_005,
  /** Of an account with an original. */
  promptCopy: 7_867_006,
  /** Of the week of a mentorship draw. */
  draw: 7_867_007,
  /** Of an account that shares prompts with its team. */
  teamPrompts: 7_867_008,
  /** Of a purchase of seats. */
  seats: 7_867_011,
}

/** Waits until no other transaction has the lock for this thing, and keeps it until this one ends. */
export async function lockUntilEnd(tx: Tx, kind: keyof typeof ID_LOCKS, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ID_LOCKS[kind]}::int, hashtext(${id}))`)
}
