import type { LookupAddress, LookupOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Ranges outside the public internet: this machine, private networks, metadata services of clouds (IANA's special-purpose registries). */
const specialRanges = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  specialRanges.addSubnet(network, bits, 'ipv4')
}
// IPv6 assigns 2000::/3 only. Some ranges within it are reserved or embed an IPv4 address.
const assignedIpv6 = new BlockList()
assignedIpv6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  specialRanges.addSubnet(network, bits, 'ipv6')
}

/** Returns whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialRanges.check(address, 'ipv4')
  return family === 6 && assignedIpv6.check(address, 'ipv6') && !specialRanges.check(address, 'ipv6')
}

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

type AllAddresses = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a function that resolves a host name and refuses private addresses. The connection uses the checked address, so that a second
 * lookup cannot return another one.
 */
export const publicLookupWith =
  (resolve: AllAddresses): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddress(hostname), '', 0)
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
