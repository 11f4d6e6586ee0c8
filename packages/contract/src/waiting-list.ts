import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, commonErrors } from './api-error.ts'
import { courseParams } from './public-content.ts'
import { typedAddress } from './text.ts'

const c = initContract()

const joinInput = z
  // Without the pattern, which is long and stands at `CancellationInput`.
  .strictObject({ email: typedAddress.meta({ description: 'Where mails go.', pattern: undefined }) })
  .meta({ id: 'WaitingListInput', description: 'Who waits.' })

/** The waiting list of a course that has not opened. */
export const waitingList = c.router({
  join: {
    method: 'POST',
    path: '/api/public/courses/:courseId/waiting-list',
    pathParams: courseParams,
    body: joinInput,
    summary: 'Wait for a course to open',
    description: 'The link of a mail confirms it.',
    responses: { ...commonErrors, 202: z.object({ message: z.string() }), 404: apiError, 409: apiError },
    metadata: { auth: 'public' } as const,
  },
})
