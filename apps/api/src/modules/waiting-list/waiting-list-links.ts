import type { Config } from '../../config.ts'
import { signedLinks } from '../../mail/signed-links.ts'

export const WAITING_LIST_PATH = '/api/waiting-list'

/** Returns functions that sign and check the links with which a place is confirmed or left. */
export function waitingListLinks({
  fileSigningKey,
  publicApiUrl,
  webOrigin,
}: Pick<Config, 'fileSigningKey' | 'publicApiUrl' | 'webOrigin'>) {
  const { tokenOf, read } = signedLinks(fileSigningKey, {
    purpose: 'academy: links of waiting lists',
    names: ['confirm', 'leave'] as const,
  })
  return {
    urlOf: (name: 'confirm' | 'leave', id: string): string =>
      `${publicApiUrl || webOrigin}${WAITING_LIST_PATH}?token=${tokenOf({ name, id })}`,
    read,
  }
}
