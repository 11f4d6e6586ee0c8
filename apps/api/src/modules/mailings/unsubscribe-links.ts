import { MAILING_KINDS, type MailingKind } from '@academy/contract/mailing-kinds'
import { signedLinks } from '../../mail/signed-links.ts'

export const UNSUBSCRIBE_PATH = '/api/mails/unsubscribe'

/** A mail whose link was followed. */
type Linked = { kind: MailingKind; id: string }

/** Returns functions that sign and check the links in mails by consent. A link works for ever, because old mails are opened. */
export function unsubscribeLinks(secret: string, baseUrl: string) {
  const { tokenOf, read } = signedLinks(secret, { purpose: 'academy: links that end mails', names: MAILING_KINDS })
  return {
    /** Returns the URL of the page that ends the mails of a kind. */
    urlOf: ({ kind, id }: Linked): string => `${baseUrl}${UNSUBSCRIBE_PATH}?token=${tokenOf({ name: kind, id })}`,
    /** Returns the mail of a token; undefined for one that this academy did not sign. */
    read(token: unknown): Linked | undefined {
      const link = read(token)
      return link && { kind: link.name, id: link.id }
    },
  }
}
