import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../fixture/answer.ts'
import { newBrowser, PASSWORD } from '../fixture/users.ts'
import type { Scenario } from '../scenario.ts'

type Mails = { id: string; links: string[] }[]

export const smtpDown: Scenario = {
  name: 'smtp-down',
  what: 'The mail server of the auth provider is down while users sign up, request another mail, or reset their password',
  design: 'Users see that the mail could not be sent, nothing is left half done, and trying again later works',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const email = 'early@faults.test'
    const mails = (to: string) => fixture.control<Mails>('GET', `/mailbox/api/messages?to=${encodeURIComponent(to)}`)
    const signUp = () => newBrowser(fixture.standins).auth.signUp({ email, password: PASSWORD })
    const { data: known } = await newBrowser(fixture.standins).auth.signUp({ email: 'known@faults.test', password: PASSWORD })
    await sleep(1_100)

    await fixture.control('PUT', '/control/faults', { service: 'mailbox', kind: 'down' })
    const refused = await signUp()
    const again = await newBrowser(fixture.standins).auth.resend({ type: 'signup', email: 'known@faults.test' })
    findings.tell('sign-up says', `${refused.error?.status}: ${refused.error?.message}`)
    findings.tell('asking again says', `${again.error?.status}: ${again.error?.message}`)
    findings.expect(
      /sending confirmation email/i.test(refused.error?.message ?? ''),
      'sign-up does not say that the mail could not be sent',
    )
    findings.expect(
      /sending confirmation email/i.test(again.error?.message ?? ''),
      'asking again does not say that the mail could not be sent',
    )
    const early = await newBrowser(fixture.standins).auth.signInWithPassword({ email, password: PASSWORD })
    findings.expect(early.error !== null, 'a user without a confirmed address can sign in')
    // Every user of the provider gets an account, even if the mail failed.
    const account = (user_id: string, address: string) =>
      ask(`${api.url}/api/accounts`, { method: 'POST', body: { user_id, email: address } })
    const made = await account(known.user?.id ?? '', 'known@faults.test')
    findings.expect(made.status === 201, `the account of a new user is answered with ${made.status}`)

    await fixture.control('DELETE', '/control/faults')
    await sleep(1_100)
    const resent = await newBrowser(fixture.standins).auth.resend({ type: 'signup', email: 'known@faults.test' })
    findings.expect(resent.error === null, `asking again later: ${resent.error?.message}`)
    const later = await signUp()
    findings.expect(later.error === null && later.data.user !== null, `signing up later: ${later.error?.message}`)
    findings.expect((await account(later.data.user?.id ?? '', email)).status === 201, 'signing up later makes no account')
    for (const address of [email, 'known@faults.test']) {
      const [newest] = await mails(address)
      await fetch(newest?.links[0] ?? '', { redirect: 'manual' })
      const { data, error } = await newBrowser(fixture.standins).auth.signInWithPassword({ email: address, password: PASSWORD })
      const headers = { authorization: `Bearer ${data.session?.access_token}` }
      const context = await ask(`${api.url}/api/accounts/context`, { headers })
      findings.expect(!error && context.status === 200, `${address} cannot sign in with the link that came later`)
    }
    findings.tell('mails that came later', (await mails(email)).length + (await mails('known@faults.test')).length)
  },
}
