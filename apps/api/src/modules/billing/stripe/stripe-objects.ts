import Stripe from 'stripe'

/** Returns whether Stripe's response says that an object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Returns undefined for an error that says that an object does not exist. @throws any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Loads the objects of a list, at most `limit`; none if Stripe no longer knows the customer. */
export async function listAll<T>(list: Stripe.ApiListPromise<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> {
  const all: T[] = []
  try {
    for await (const object of list) if (all.push(object) >= limit) break
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return all
}

/** Returns the id of a Stripe object, which may be expanded or only its id; null without one. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)

/** Returns an expanded Stripe object; undefined if there is only its id, or none. */
export const expanded = <T>(thing: string | T | null | undefined): T | undefined =>
  typeof thing === 'string' ? undefined : (thing ?? undefined)

/** Converts Stripe's timestamp in seconds to a Date. */
export const dateFromSeconds = (seconds: number): Date => new Date(seconds * 1000)

/** Converts an optional timestamp of Stripe. */
export const dateOrNull = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? dateFromSeconds(seconds) : null
