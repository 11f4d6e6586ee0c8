import { drizzle } from 'drizzle-orm/postgres-js'
import PQueue from 'p-queue'
import type { Db, Sql } from '../../../database/open-database.ts'
import { CHECKOUTS_AT_A_TIME, openPaymentConnections } from '../payment-connections.ts'
import type { Payments } from '../sync/payments.ts'
import { PriceBook } from './price-book.ts'

/** What an instance sells with. */
export type Shop = {
  db: Db
  payments: Payments
  book: PriceBook
  /** Lets as many buyers in as there are connections for. */
  queue: PQueue
  /** One for each buyer in the queue. */
  connections: Sql
  transactions: Db
  /** The purchase of each account that is under way in this process. */
  underWay: Map<string, Promise<unknown>>
}

/** Opens connections of its own, which the caller ends. */
export function openShop(databaseUrl: string, db: Db, payments: Payments): Shop {
  const connections = openPaymentConnections(databaseUrl, 'checkouts', payments.log)
  return {
    db,
    payments,
    book: new PriceBook(payments.stripe, payments.config, payments.log),
    queue: new PQueue({ concurrency: CHECKOUTS_AT_A_TIME }),
    connections,
    transactions: drizzle({ client: connections }),
    underWay: new Map(),
  }
}

/** One request at a time for each account: pressing the button again takes no further place in the queue. */
export async function inTurn<T>({ underWay }: Shop, account_id: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(account_id)
  const mine = before === undefined ? work() : before.then(work, work)
  underWay.set(account_id, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(account_id) === mine) underWay.delete(account_id)
  }
}
