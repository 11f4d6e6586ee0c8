import { queryOptions } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr } from '../../api/client.ts'

/** The receipts and invoices of the user. */
export const receiptsQuery = () =>
  queryOptions({
    queryKey: ['billing', 'receipts'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.billing.receipts.query({ fetchOptions: { signal } }), ({ receipts, has_more }) => ({
        receipts: receipts.map((receipt) => requireFields(receipt, 'id', 'at', 'description', 'amount', 'currency', 'state', 'url')),
        has_more,
      })),
    // URLs of receipts expire at Stripe.
    staleTime: 0,
  })
