import type { Config } from '@academy/api/config'
import { sendTestMail, tryMailServer } from '@academy/api/mail-server'
import { describeError, type Finding, note, ok, problem } from './finding.ts'

const WHAT = 'Mail server'

const NO_MAILS = 'the API sends no mails. An auth service with the same mail server cannot send those of sign-ups and password resets'

/** Returns whether a host is one of the containers, which only the others know by its name. */
const isContainer = (host: string): boolean => !/[.:]/.test(host) && host !== 'localhost'

type MailOptions = {
  /** Whether Docker Compose runs the API. */
  isComposed: boolean
  /** The address that a test mail goes to. */
  testAddress: string | undefined
}

/** Checks that the mail server is reachable, encrypts and accepts the sign-in. With a test address, sends a mail there. */
export async function checkMail({ mail, academyName }: Config, { isComposed, testAddress }: MailOptions): Promise<Finding[]> {
  const untried = (message: string): Finding[] => [
    testAddress === undefined ? note(WHAT, message) : problem(WHAT, message, 'no test mail was sent'),
  ]
  if (mail === undefined) return untried('SMTP_HOST is not set: the API sends no mails, such as the welcome after a purchase')
  const server = `${mail.host}:${mail.port}`
  if (isComposed && isContainer(mail.host))
    return untried(
      `${server} is a container, which this command cannot reach. Mails to the profile mailbox stay on this machine: set SMTP_HOST to a mail server before others sign up.`,
    )
  try {
    await tryMailServer({ mail, academyName })
  } catch (error) {
    return [problem(WHAT, `${server} cannot be used: ${describeError(error)}`, NO_MAILS)]
  }
  const findings = [ok(WHAT, `${server} is reachable${mail.user === undefined ? '' : ', and accepts SMTP_USER'}`)]
  if (testAddress === undefined) return findings
  try {
    await sendTestMail({ mail, academyName }, testAddress)
    return [
      ...findings,
      ok('Test mail', `${server} accepted a mail from ${mail.from} to ${testAddress}. Look for it there, also under spam.`),
    ]
  } catch (error) {
    return [...findings, problem('Test mail', describeError(error), NO_MAILS)]
  }
}
