import { z } from 'zod'

/** The metadata of customers that the academy creates at Stripe: the id of the account. */
export const ourMetadata = z.object({ account_id: z.uuid() })
