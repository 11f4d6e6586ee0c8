import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { commonErrors } from './api-error.ts'

const c = initContract()

const notReady = z.object({
  status: z.literal('not_ready'),
  reason: z
    .string()
    .describe('`closing`, `database_unreachable`, `standby` (the database is a read replica) or `migrations_missing`. More may be added.'),
})

export const health = c.router({
  health: {
    method: 'GET',
    path: '/api/health',
    summary: 'The process is alive; touches nothing else',
    description: 'For a supervisor that restarts a process that does not respond.',
    responses: { ...commonErrors, 200: z.object({ status: z.literal('ok') }) },
    metadata: { auth: 'public' } as const,
  },
  ready: {
    method: 'GET',
    path: '/api/ready',
    summary: 'The database answers and its schema is the one this build needs',
    description: 'For a load balancer. 503 while the process ends, or its database is unreachable, a standby or not migrated.',
    responses: { ...commonErrors, 200: z.object({ status: z.literal('ready') }), 503: notReady },
    metadata: { auth: 'public' } as const,
  },
})
