import { callControl } from '../call-control.ts'

export type ReceivedMail = {
  id: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  created_at: string
}

/** Returns the mails to an address, newest first. */
export const readMails = (standinsUrl: string, to: string): Promise<ReceivedMail[]> =>
  callControl(standinsUrl, 'GET', `/mailbox/api/messages?to=${encodeURIComponent(to)}`)
