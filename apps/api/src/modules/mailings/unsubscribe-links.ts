import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MAILING_KINDS, type MailingKind } from '@academy/contract/mailing-kinds'

export const UNSUBSCRIBE_PATH = '/api/mails/unsubscribe'

/** A mail whose link was followed. */
type Linked = { kind: MailingKind; id: string }

/** Returns functions that sign and check the links in mails by consent. A link works for ever, because old mails are opened. */
export function unsubscribeLinks(secret: string, baseUrl: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'academy: links that end mails', 32))
  const sign = ({ kind, id }: Linked): string => createHmac('sha256', key).update(`${kind}.${id}`).digest('base64url')

  return {
    /** Returns the URL of the page that ends the mails of a kind. */
    urlOf: (mailing: Linked): string => `${baseUrl}${UNSUBSCRIBE_PATH}?token=${mailing.kind}.${mailing.id}.${sign(mailing)}`,
    /** Returns the mail of a token; undefined for one that this academy did not sign. */
    read(token: unknown): Linked | undefined {
      const [, name, id = '', signature = ''] = /^([a-z_]{1,40})\.([\da-f-]{36})\.([\w-]{43})$/.exec(String(token)) ?? []
      const kind = MAILING_KINDS.find((known) => known === name)
      if (kind === undefined) return undefined
      const expected = Buffer.from(sign({ kind, id }))
      return timingSafeEqual(expected, Buffer.from(signature)) ? { kind, id } : undefined
    },
  }
}
