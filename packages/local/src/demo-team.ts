import { z } from 'zod'

/** Calls the API as an account, and returns the body of the response. Throws if it is an error. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>

type Member = { email: string; first_name: string; job_title: string; opens: 'nothing' | 'one tutorial' | 'the whole course' }

/** The accounts that hold seats of the sample team. */
export const teamMembers: readonly Member[] = [
  { email: 'finished@academy.test', first_name: 'Fiona', job_title: 'Product Manager', opens: 'the whole course' },
  { email: 'started@academy.test', first_name: 'Sten', job_title: 'Product Designer', opens: 'one tutorial' },
  { email: 'claimed@academy.test', first_name: 'Clara', job_title: 'Growth Marketer', opens: 'nothing' },
]

const team = z.object({ data: z.object({ purchases: z.array(z.object({ purchase_id: z.string(), taken: z.array(z.unknown()) })) }) })
const link = z.object({ data: z.object({ url: z.url() }) })
const sessions = z.object({ data: z.array(z.object({ tutorials: z.array(z.object({ id: z.string(), free: z.boolean() })) })) })

/** Gives the seats of the sample team, unless some are given already: one is invited, and each member claims one and opens what it does. */
export async function fillDemoTeam(buyer: Call, callerAs: (email: string) => Promise<Call | undefined>): Promise<void> {
  const [purchase] = team.parse(await buyer('GET', '/api/team')).data.purchases
  if (!purchase || purchase.taken.length > 0) return
  const { purchase_id } = purchase
  const { url } = link.parse(await buyer('PUT', '/api/team/link', { purchase_id, domain: 'academy.test' })).data
  for (const { email, opens } of teamMembers) {
    const call = await callerAs(email)
    await call?.('POST', '/api/seats/claim', { code: new URL(url).pathname.split('/').at(-1) })
    if (call && opens !== 'nothing') await openCourse(call, opens)
  }
  await buyer('PUT', '/api/team/link', { purchase_id, domain: null })
  await buyer('POST', '/api/team/invitations', { purchase_id, emails: ['invited@academy.test'] })
}

/** Opens the first paid tutorial, or finishes the course. Does nothing in an academy without content. */
async function openCourse(call: Call, opens: Member['opens']): Promise<void> {
  const tutorials = sessions.parse(await call('GET', '/api/sessions')).data.flatMap((session) => session.tutorials)
  const paid = tutorials.find(({ free }) => !free)
  if (paid) await call('GET', `/api/tutorials/${paid.id}/content?start=true`)
  if (opens !== 'the whole course') return
  for (const { id } of tutorials) await call('PUT', `/api/tutorials/${id}/progress`, { at: new Date().toISOString(), done: true })
  // Issues the certificate.
  await call('GET', '/api/certificates')
}
