import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What a link in a mail does, and the id of what it is about. */
type Link<Name extends string> = { name: Name; id: string }

/** Returns functions that sign and check the tokens of links in mails. `purpose` separates the links of one module from those of others. */
export function signedLinks<Name extends string>(secret: string, { purpose, names }: { purpose: string; names: readonly Name[] }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const sign = ({ name, id }: Link<string>): string => createHmac('sha256', key).update(`${name}.${id}`).digest('base64url')
  return {
    tokenOf: (link: Link<Name>): string => `${link.name}.${link.id}.${sign(link)}`,
    /** Returns the link of a token; undefined for one that this academy did not sign. */
    read(token: unknown): Link<Name> | undefined {
      const [, given, id = '', signature = ''] = /^([a-z_]{1,40})\.([\da-f-]{36})\.([\w-]{43})$/.exec(String(token)) ?? []
      const name = names.find((known) => known === given)
      if (name === undefined) return undefined
      return timingSafeEqual(Buffer.from(sign({ name, id })), Buffer.from(signature)) ? { name, id } : undefined
    },
  }
}
