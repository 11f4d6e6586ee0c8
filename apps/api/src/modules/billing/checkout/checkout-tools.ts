import type { CourseId, Entitlements } from '@academy/catalog'
import { drizzle } from 'drizzle-orm/postgres-js'
import PQueue from 'p-queue'
import type { Db } from '../../../database/open-database.ts'
import { queueByKey } from '../../../queue-by-key.ts'
import { CHECKOUTS_AT_A_TIME, openPaymentConnections } from '../stripe/payment-connections.ts'
import type { Payments } from '../stripe/payments.ts'
import { openPriceBook } from './price-book.ts'

/** What an instance needs to open checkouts. */
export type CheckoutTools = ReturnType<typeof openCheckoutTools>

type Tools = {
  db: Db
  payments: Payments
  /** Returns whether a course is published, and open for sale to an account with these entitlements. */
  isOnSale: (course: CourseId, entitlements: Entitlements) => Promise<boolean>
}

/** Opens its own connections. The caller closes them. */
export function openCheckoutTools(databaseUrl: string, tools: Tools) {
  const { payments } = tools
  const connections = openPaymentConnections(databaseUrl, 'checkouts')
  return {
    ...tools,
    book: openPriceBook(payments.stripe, payments.config, payments.log),
    /** Runs as many checkouts at a time as there are connections. */
    queue: new PQueue({ concurrency: CHECKOUTS_AT_A_TIME }),
    /** One connection for each running checkout. */
    connections,
    transactions: drizzle({ client: connections }),
    /** Runs one request of an account at a time, so that repeated clicks take no further place in the queue. */
    queueByAccount: queueByKey(),
  }
}
