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
    description: 'From a database in the API, which stores nothing and asks no other service.',
    responses: {
      ...commonErrors,
      200: z.object({
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullable()
          .describe('Two letters (ISO 3166-1); null if it is unknown.'),
      }),
    },
    metadata: { auth: 'public' } as const,
  },
})
