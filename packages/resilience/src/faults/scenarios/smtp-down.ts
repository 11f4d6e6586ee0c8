import { setTimeout as sleep } from 'node:timers/promises'
import { readMails } from '@academy/standins'
import { sendRequest } from '../../send-request.ts'
import { newBrowser, PASSWORD } from '../../users.ts'
import type { FaultScenario } from '../fixture/fixture.ts'

export const smtpDown: FaultScenario = {
  name: 'smtp-down',
  fault: 'The mail server of the auth provider is down while users sign up, request another mail, or reset their password',
  expected: 'Users see that the mail could not be sent; the request leaves nothing incomplete and succeeds later',
  run: async (fixture, findings) => {
    const api = await fixture.start()
    const email = 'early@resilience.test'
    const mails = (to: string) => readMails(fixture.standins.url, to)
    const signUp = () => newBrowser(fixture.standins).auth.signUp({ email, password: PASSWORD })
    const { data: existing } = await newBrowser(fixture.standins).auth.signUp({ email: 'known@resilience.test', password: PASSWORD })
    await sleep(1_100)

    await fixture.control('PUT', '/control/faults', { service: 'mailbox', kind: 'down' })
    const refused = await signUp()
    const again = await newBrowser(fixture.standins).auth.resend({ type: 'signup', email: 'known@resilience.test' })
    for (const [request, { error }] of [['sign-up', refused] as const, ['resend', again] as const]) {
      findings.record(`error of ${request}`, `${error?.status}: ${error?.message}`)
      findings.expect(
        /sending confirmation email/i.test(error?.message ?? ''),
        `the error of ${request} does not say that the mail could not be sent`,
      )
    }
    const early = await newBrowser(fixture.standins).auth.signInWithPassword({ email, password: PASSWORD })
    findings.expect(early.error !== null, 'a user without a confirmed address can sign in')
    // Every user of the provider gets an account, even if the mail failed. Without a session the response never says whether it is new.
    const account = (user_id: string, address: string) =>
      sendRequest(`${api.url}/api/accounts`, { method: 'POST', body: { user_id, email: address } })
    const created = await account(existing.user?.id ?? '', 'known@resilience.test')
    findings.expect(created.status === 200, `creating the account of a new user gets ${created.status}`)

    await fixture.control('DELETE', '/control/faults')
    await sleep(1_100)
    const resent = await newBrowser(fixture.standins).auth.resend({ type: 'signup', email: 'known@resilience.test' })
    findings.expect(resent.error === null, `resend after the outage: ${resent.error?.message}`)
    const later = await signUp()
    findings.expect(later.error === null && later.data.user !== null, `sign-up after the outage: ${later.error?.message}`)
    findings.expect((await account(later.data.user?.id ?? '', email)).status === 200, 'sign-up after the outage creates no account')
    for (const address of [email, 'known@resilience.test']) {
      const [newest] = await mails(address)
      await fetch(newest?.links[0] ?? '', { redirect: 'manual' })
      const { data, error } = await newBrowser(fixture.standins).auth.signInWithPassword({ email: address, password: PASSWORD })
      const headers = { authorization: `Bearer ${data.session?.access_token}` }
      const context = await sendRequest(`${api.url}/api/accounts/context`, { headers })
      findings.expect(!error && context.status === 200, `${address} cannot sign in after opening the link of the later mail`)
    }
    findings.record('mails after the outage', (await mails(email)).length + (await mails('known@resilience.test')).length)
  },
}
