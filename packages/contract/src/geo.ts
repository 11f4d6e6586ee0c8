import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { commonErrors } from './api-error.ts'

const c = initContract()

/** The country of a visitor, from a database in the API. The API stores nothing and calls no other service. */
export const geo = c.router({
  country: {
    method: 'GET',
    path: '/api/geo',
    summary: 'The country of the caller, which decides the currency that is shown first',
    responses: {
      ...commonErrors,
      200: z.object({
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullable(),
      }),
    },
    metadata: { auth: 'public' } as const,
  },
})
