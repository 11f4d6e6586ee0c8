import { randomUUID } from 'node:crypto'
import type { Team } from '@academy/contract'
import { publisher } from './published-pages.ts'
import type { startSellingAcademy } from './selling-academy.ts'

/** Returns the code in an address of a seat. */
export const codeIn = (text: string | undefined): string => /\/seats\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Publishes a course with a paid tutorial. Returns a function that creates users who buy, give and claim seats of it. */
export async function teamUsers({ app, issuer, buyer }: Awaited<ReturnType<typeof startSellingAcademy>>) {
  const publish = publisher(app.db)
  await publish.course('master-course')
  await publish.session('one', 'master-course', { position: 1 })
  await publish.tutorial('paid', 'one', { position: 1, parts: { prompt: '<p>paid</p>' } })

  return async function newUser(email = `${randomUUID().slice(0, 8)}@example.test`) {
    const id = randomUUID()
    issuer.addUser({ id, email })
    const user = await buyer({ id, email })
    await user.context()
    const call = (method: Method, url: string, payload?: object) =>
      app.inject({ method, url, headers: user.headers, ...(payload && { payload }) })
    const team = async (): Promise<Team> => (await call('GET', '/api/team')).json().data
    return {
      ...user,
      call,
      team,
      claim: (code: string) => call('POST', '/api/seats/claim', { code }),
      hasCourse: async () => (await user.context()).entitlements.master_course,
      start: () => call('GET', '/api/tutorials/paid/content?start=true'),
      /** Makes a link for the seats of a purchase, and returns its code. */
      newLink: async (purchase_id: string, domain = 'example.test') =>
        codeIn((await call('PUT', '/api/team/link', { purchase_id, domain })).json().data.url),
      async erase(): Promise<number> {
        const headers = { authorization: `Bearer ${await issuer.token({ sub: id, email })}` }
        return (await app.inject({ method: 'POST', url: '/api/accounts/erase', headers, payload: { email } })).statusCode
      },
    }
  }
}
