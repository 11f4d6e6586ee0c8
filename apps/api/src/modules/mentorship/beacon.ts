import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { z } from 'zod'

/** A chain of drand: its URL, and the key that its rounds are verified with. */
export type Beacon = { url: string; publicKey: string }

const TIMEOUT_MS = 10_000
/** Separates the signatures of drand from those of other protocols (RFC 9380). */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

const published = z.object({ round: z.int(), signature: z.string().regex(/^[0-9a-f]{96}$/) })

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

/** Returns whether the key of a chain signed this round. */
export function isSignatureOf(round: number, signature: string, publicKey: string): boolean {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(round))
  const { hash, verify } = bls12_381.shortSignatures
  try {
    return verify(fromHex(signature), hash(createHash('sha256').update(number).digest(), DOMAIN), fromHex(publicKey))
  } catch {
    // The library throws for bytes that are no point of the curve.
    return false
  }
}

/** Fetches the signature of a round. @throws Error if it is not published yet, cannot be fetched, or is not of this chain. */
export async function fetchRound({ url, publicKey }: Beacon, round: number): Promise<string> {
  const response = await fetch(`${url}/public/${round}`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!response.ok) throw new Error(`The beacon answered ${response.status} for round ${round}.`)
  const { success, data } = published.safeParse(await response.json())
  if (!success || data.round !== round) throw new Error(`The beacon did not answer with round ${round}.`)
  if (!isSignatureOf(round, data.signature, publicKey)) throw new Error(`The signature of round ${round} is wrong.`)
  return data.signature
}
