import { QueryBuilder } from 'drizzle-orm/pg-core'
import { billingCustomers, formerCustomers } from './customers.table.ts'

const columnsOf = ({ customer_id, account_id, stripe_account, livemode }: typeof billingCustomers | typeof formerCustomers) => ({
  customer_id,
  account_id,
  stripe_account,
  livemode,
})

/** The current and former customers of all accounts, for queries. */
export const everyCustomer = new QueryBuilder()
  .select(columnsOf(billingCustomers))
  .from(billingCustomers)
  .unionAll(new QueryBuilder().select(columnsOf(formerCustomers)).from(formerCustomers))
  .as('every_customer')
