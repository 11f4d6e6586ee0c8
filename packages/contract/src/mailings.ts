import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { bearerErrors, done } from './api-error.ts'
import { MAILING_KINDS } from './mailing-kinds.ts'

const c = initContract()

const kinds = z
  .array(z.enum(MAILING_KINDS, { error: 'This is no kind of mails.' }), { error: 'kinds must be a list.' })
  .max(MAILING_KINDS.length, 'Each kind can be chosen once.')
  .describe('What the mails are about.')

const chosenMails = z
  .object({ kinds, ask: z.boolean().describe('Whether to ask the buyer which mails to send.') })
  .meta({ id: 'ChosenMails', description: 'The mails that the account wants.' })

const chosenMailsInput = z
  .strictObject({
    kinds,
    via: z.enum(['settings', 'purchase'], { error: 'via must be settings or purchase.' }).describe('Where the user chose.'),
    time_zone: z
      .string({ error: 'time_zone must be text.' })
      .max(64, 'time_zone must be at most 64 characters.')
      .optional()
      .describe('Mails leave by day there.'),
  })
  .meta({ id: 'ChosenMailsInput', description: 'The mails that the account wants.' })

const route = { path: '/api/accounts/mails', metadata: { auth: 'bearer' } } as const

/** The mails that users choose. */
export const mailings = c.router({
  chosen: {
    method: 'GET',
    ...route,
    summary: 'The mails that the caller wants',
    description: 'None until chosen.',
    responses: { ...bearerErrors, 200: chosenMails },
  },
  choose: {
    method: 'PUT',
    ...route,
    summary: 'Choose mails',
    description: 'All others end.',
    body: chosenMailsInput,
    responses: { ...bearerErrors, 200: done },
  },
})
