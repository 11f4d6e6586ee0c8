import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, ok } from './api-error.ts'
import { hasControls, pathId, requiredLine, TEXT_WITHOUT_CONTROLS } from './text.ts'
import { ANSWER_MAX_LENGTH } from './text-limits.ts'

const c = initContract()

/** The maximum length of the names of a system and a tool. */
const MAX_NAME = 60

const answerFields = {
  worked: z
    .boolean({ error: 'worked must be true, false or null.' })
    .nullable()
    .describe('Whether the tutorial worked; null without an answer.'),
  text_hash: z.string({ error: 'text_hash must be that of the tutorial.' }).describe('Identifies the text of the tutorial.'),
  text: z
    .string({ error: 'text must be text.' })
    .max(ANSWER_MAX_LENGTH, `An answer must be at most ${ANSWER_MAX_LENGTH} characters.`)
    .regex(TEXT_WITHOUT_CONTROLS, hasControls('The answer'))
    .describe('What happened.'),
  system: requiredLine('system', MAX_NAME).nullable().describe('The operating system.'),
  tool: requiredLine('tool', MAX_NAME).nullable().describe('The coding tool.'),
  with_name: z.boolean({ error: 'with_name must be true or false.' }).describe('Whether the author may see the name of the account.'),
}

const answerInput = z
  .strictObject({
    ...answerFields,
    text: answerFields.text.default(''),
    system: answerFields.system.default(null),
    tool: answerFields.tool.default(null),
    with_name: answerFields.with_name.default(false),
  })
  .refine(({ worked, text, system, tool, with_name }) => worked === false || !(text || system || tool || with_name), {
    path: ['worked'],
    error: 'Only the answer that it did not work has a text, system, tool or name.',
  })
  .meta({ id: 'AnswerInput', description: 'Whether a tutorial worked.' })
export type AnswerInput = z.input<typeof answerInput>

const answer = z
  .object(answerFields)
  .meta({ id: 'Answer', description: 'Whether a tutorial worked for the account: its answer to the current text.' })
export type Answer = z.infer<typeof answer>

const counts = { worked: z.int(), not_yet: z.int() }

const answeredTutorial = z
  .object({ tutorial_id: z.string(), name: z.string().nullable().describe('Null if it is no longer published.'), ...counts })
  .meta({ id: 'AnsweredTutorial', description: 'How many accounts said that a tutorial worked.' })
export type AnsweredTutorial = z.infer<typeof answeredTutorial>

const answeredVersion = z
  .object({
    current: z.boolean().describe('Whether this is the text that learners see now.'),
    ...counts,
    last_at: z.iso.datetime().describe('The last answer.'),
    texts: z.array(
      z.object({
        text: z.string(),
        system: z.string().nullable(),
        tool: z.string().nullable(),
        name: z.string().nullable().describe('Null unless the account allowed it.'),
        at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'AnsweredVersion', description: 'The answers to a version of a text, with its 50 newest texts.' })
export type AnsweredVersion = z.infer<typeof answeredVersion>

const pathParams = z.object({ tutorialId: pathId('Tutorial not found').describe('The id of the tutorial.') })
const responses = { ...bearerErrors, 200: ok(answer), 403: apiError, 404: apiError }
const ofTutorial = { path: '/api/tutorials/:tutorialId/answer', pathParams, metadata: { auth: 'bearer' } } as const
const admin = { auth: 'admin' } as const

/** Whether tutorials worked for their learners. */
export const answers = c.router({
  get: {
    method: 'GET',
    ...ofTutorial,
    summary: 'Whether a tutorial worked for the caller',
    description: 'The answer to the current text.',
    responses,
  },
  save: {
    method: 'PUT',
    ...ofTutorial,
    body: answerInput,
    summary: 'Say whether a tutorial worked',
    description: '409 `conflict` if the text has changed since.',
    responses: { ...responses, 409: apiError },
  },
  list: {
    method: 'GET',
    path: '/api/admin/answers',
    summary: 'The tutorials with answers, in the order of the course',
    description: 'Answers to all versions of their texts.',
    responses: { ...bearerErrors, 200: ok(z.array(answeredTutorial)) },
    metadata: admin,
  },
  versions: {
    method: 'GET',
    path: '/api/admin/tutorials/:tutorialId/answers',
    pathParams,
    summary: 'The answers to a tutorial, by version of its text',
    description: 'The ten versions with the newest answers.',
    responses: { ...bearerErrors, 200: ok(z.array(answeredVersion)) },
    metadata: admin,
  },
})
