import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors, done, ok } from './api-error.ts'
import { isWeek } from './mentorship-draw.ts'

const c = initContract()

const time = z.iso.datetime()
const weekText = z.string().describe('The day of its Monday.')

const mentoringSession = z
  .object({
    week: weekText,
    starts_at: time,
    answer_by: time.describe('After that a substitute gets it.'),
    answer: z.enum(['accepted', 'passed', 'expired']).nullable().describe('Null until the winner answers.'),
  })
  .meta({ id: 'MentoringSession', description: 'A session that the caller won.' })
export type MentoringSession = z.infer<typeof mentoringSession>

const mentorshipState = z
  .object({
    may_register: z.boolean().describe('Whether the account has the Studio.'),
    registrations: z
      .array(z.object({ week: weekText, code: z.string().describe('Stands for the account on the list.') }))
      .describe('Of the last and the next weeks.'),
    sessions: z.array(mentoringSession).describe('Those of the last weeks, newest first.'),
    calendar_url: z.string().nullable().describe('For calendar programs; null until one is made.'),
  })
  .meta({ id: 'Mentorship', description: 'The registrations and sessions of the account.' })
export type MentorshipState = z.infer<typeof mentorshipState>

const draw = z
  .object({
    week: weekText,
    closed_at: time.nullable().describe('Null while registration is open, as is the list.'),
    round: z.int().describe('Of drand.'),
    public_key: z.string().describe('Of the chain of drand.'),
    entrants: z.int().nullable().describe('How many codes the list has.'),
    list: z.string().nullable().describe('The sorted codes, one a line, with a star after recent winners.'),
    list_hash: z.string().nullable().describe('SHA-256 of the list.'),
    signature: z.string().nullable().describe('Of the round; null before it.'),
    randomness: z.string().nullable().describe('SHA-256 of the signature.'),
    places: z.array(z.string()).describe('The codes of winners and substitutes.'),
  })
  .meta({ id: 'Draw', description: 'A weekly draw.' })
export type Draw = z.infer<typeof draw>

const pathParams = z.object({ week: z.string().refine(isWeek, 'Week not found').describe('The day of its Monday.') })
const bearer = { auth: 'bearer' } as const
const own = { ...bearerErrors, 200: done, 404: apiError }

/** The weekly draw of mentoring sessions. All paths respond with 404 while `MENTORSHIP_DRAW` is off. */
export const mentorship = c.router({
  get: {
    method: 'GET',
    path: '/api/mentorship',
    summary: "The caller's registrations and sessions",
    description: '404 while the academy holds no draws.',
    responses: { ...bearerErrors, 200: ok(mentorshipState), 404: apiError },
    metadata: bearer,
  },
  register: {
    method: 'PUT',
    path: '/api/mentorship/weeks/:week',
    pathParams,
    body: c.noBody(),
    summary: 'Register for the draw of a week',
    description: 'Needs the Studio. 409 `conflict` after the Sunday before it, in UTC.',
    responses: { ...own, 409: apiError },
    metadata: bearer,
  },
  answer: {
    method: 'PUT',
    path: '/api/mentorship/sessions/:week/answer',
    pathParams,
    body: z.strictObject({
      answer: z
        .enum(['accepted', 'passed'], { error: 'answer must be accepted or passed.' })
        .describe('`passed` also later, until it begins.'),
    }),
    summary: 'Accept a session, or pass',
    description: '409 `conflict` after `answer_by`, or after another answer.',
    responses: { ...own, 409: apiError },
    metadata: bearer,
  },
  renewCalendar: {
    method: 'POST',
    path: '/api/mentorship/calendar',
    body: c.noBody(),
    summary: "Make or renew the address of the caller's calendar",
    description: 'The address before stops working.',
    responses: own,
    metadata: bearer,
  },
  draw: {
    method: 'GET',
    path: '/api/draws/:week',
    pathParams,
    summary: 'The draw of a week',
    description: '404 for a week without one.',
    responses: { ...commonErrors, 200: ok(draw), 404: apiError },
    metadata: { auth: 'public' } as const,
  },
})
