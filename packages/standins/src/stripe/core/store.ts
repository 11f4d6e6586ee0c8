import type { PendingQuery, Row } from 'postgres'
import { json } from '../../database.ts'
import type { StripeService } from './context.ts'
import type { Kind, Stored } from './kinds.ts'
import { noSuch } from './stripe-error.ts'
import { withoutUndefined } from './without-undefined.ts'

type Hidden = Record<string, unknown>

/** Stores a new object, with hidden data that the API does not show. */
export async function insert<K extends Kind>({ sql, now }: StripeService, kind: K, object: Stored<K>, hidden: Hidden = {}): Promise<void> {
  await sql`
    insert into stripe.objects (id, kind, created, data, hidden)
    values (${object.id}, ${kind}, ${now()}, ${json(sql, object)}, ${json(sql, hidden)})`
}

/** Returns an object; undefined if it does not exist or was deleted. */
export async function find<K extends Kind>({ sql }: StripeService, kind: K, id: string): Promise<Stored<K> | undefined> {
  // compares the kind here, because without statistics Postgres prefers the index on kind to the primary key
  const [row] = await sql<{ kind: Kind; data: Stored<K> }[]>`select kind, data from stripe.objects where id = ${id} and not deleted`
  return row?.kind === kind ? row.data : undefined
}

/** Returns an object. Throws a StripeError if there is none: 404 for an id in the path, 400 for one in a parameter. */
export async function requireObject<K extends Kind>(service: StripeService, kind: K, id: string, param?: string): Promise<Stored<K>> {
  const object = await find(service, kind, id)
  if (object === undefined) throw noSuch(kind, id, param)
  return object
}

/** Stores the new state of an object. */
export async function save<K extends Kind>({ sql }: StripeService, _kind: K, object: Stored<K>): Promise<void> {
  await sql`update stripe.objects set data = ${json(sql, object)} where id = ${object.id}`
}

/** Deletes an object and returns the stub that Stripe shows for it from then on. */
export async function remove({ sql }: StripeService, kind: Kind, id: string) {
  const stub = { id, object: kind, deleted: true as const }
  await sql`update stripe.objects set data = ${json(sql, stub)}, deleted = true where id = ${id}`
  return stub
}

/** Returns an object of any kind, or the stub of a deleted one. */
export async function findAny({ sql }: StripeService, id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql<{ data: Record<string, unknown> }[]>`select data from stripe.objects where id = ${id}`
  return row?.data
}

/** Returns the data of an object that the API does not show. */
export async function readHidden<T extends Hidden>({ sql }: StripeService, id: string): Promise<T> {
  const [row] = await sql<{ hidden: T }[]>`select hidden from stripe.objects where id = ${id}`
  if (row === undefined) throw new Error(`no object ${id}`)
  return row.hidden
}

/** Merges values into the data that the API does not show. */
export async function updateHidden({ sql }: StripeService, id: string, more: Hidden): Promise<void> {
  await sql`update stripe.objects set hidden = hidden || ${json(sql, more)} where id = ${id}`
}

type Filter = {
  /** Field values, also nested. Undefined values do not filter. */
  where?: Record<string, unknown>
  created?: { gte: number } | undefined
  /** Another condition, e.g. sql`and data->>'type' = any(${types})`. */
  and?: PendingQuery<Row[]> | undefined
}

function conditions({ sql }: StripeService, kind: Kind, { where = {}, created, and }: Filter) {
  const values = withoutUndefined(where)
  // these values have an index
  const { customer, charge, invoice, payment_intent } = values
  return sql`
    kind = ${kind} and not deleted ${Object.keys(values).length === 0 ? sql`` : sql`and data @> ${json(sql, values)}`}
    ${typeof customer === 'string' ? sql`and customer = ${customer}` : sql``}
    ${typeof charge === 'string' ? sql`and data->>'charge' = ${charge}` : sql``}
    ${typeof invoice === 'string' ? sql`and data->>'invoice' = ${invoice}` : sql``}
    ${typeof payment_intent === 'string' ? sql`and data->>'payment_intent' = ${payment_intent}` : sql``}
    ${created === undefined ? sql`` : sql`and created >= ${created.gte}`}
    ${and ?? sql``}`
}

/** Returns all matching objects, oldest first. */
export async function findAll<K extends Kind>(service: StripeService, kind: K, filter: Filter = {}): Promise<Stored<K>[]> {
  const rows = await service.sql<{ data: Stored<K> }[]>`
    select data from stripe.objects where ${conditions(service, kind, filter)} order by seq`
  return rows.map(({ data }) => data)
}

export type Paging = { limit?: number | undefined; starting_after?: string | undefined }

/**
 * Returns one page of matching objects, newest first, and whether more follow. Throws a StripeError for an unknown customer, as Stripe does;
 * a deleted one has its objects.
 */
export async function findPage<K extends Kind>(service: StripeService, kind: K, filter: Filter, paging: Paging) {
  const { sql } = service
  const { limit = 10, starting_after } = paging
  const customer = filter.where?.customer
  if (typeof customer === 'string' && (await findAny(service, customer)) === undefined) throw noSuch('customer', customer, 'customer')
  const positionOf = async (id: string) => {
    const [row] = await sql<{ seq: string }[]>`select seq from stripe.objects where id = ${id} and kind = ${kind}`
    if (row === undefined) throw noSuch(kind, id, 'starting_after')
    return row.seq
  }
  const before = starting_after === undefined ? undefined : await positionOf(starting_after)
  const rows = await sql<{ data: Stored<K> }[]>`
    select data from stripe.objects
    where ${conditions(service, kind, filter)}
      ${before === undefined ? sql`` : sql`and seq < ${before}`}
    order by seq desc limit ${limit + 1}`
  return { data: rows.slice(0, limit).map((row) => row.data), has_more: rows.length > limit }
}
