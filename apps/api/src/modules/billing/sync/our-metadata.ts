import { z } from 'zod'

/** What the academy writes on each customer that it makes at Stripe: whose it is. */
export const ourMetadata = z.object({ account_id: z.uuid() })
