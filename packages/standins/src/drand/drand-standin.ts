import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import type { FastifyInstance } from 'fastify'
import type { ServiceOptions } from '../service.ts'

const { getPublicKey, hash, sign } = bls12_381.shortSignatures
/** Separates the signatures of drand from those of other protocols (RFC 9380). */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
/** Not a secret: its chain decides only draws on this machine. */
const SECRET_KEY = createHash('sha256').update('the local chain of drand').digest().fill(0, 0, 1)
/** As on quicknet. */
const [GENESIS, PERIOD] = [1_692_803_367, 3]

export const DRAND_PUBLIC_KEY = Buffer.from(getPublicKey(SECRET_KEY).toBytes()).toString('hex')
const CHAIN_HASH = createHash('sha256').update(DRAND_PUBLIC_KEY).digest('hex')

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function signRound(round: number): { round: number; randomness: string; signature: string } {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(round))
  const signature = bls12_381.shortSignatures.Signature.toBytes(sign(hash(sha256(number), DOMAIN), SECRET_KEY))
  return { round, randomness: sha256(signature).toString('hex'), signature: Buffer.from(signature).toString('hex') }
}

/**
 * Serves a chain of drand like the League of Entropy's quicknet, with the same rounds and scheme and a key of its own: `/info`, `/public/latest`
 * and `/public/:round`. A round that lies in the future is 425, as there.
 */
export async function drandStandin(app: FastifyInstance, { clock, faults }: Pick<ServiceOptions, 'clock' | 'faults'>): Promise<void> {
  app.addHook(
    'onRequest',
    faults.apply('drand', ({ status }) => ({ error: `status ${status}` })),
  )
  const latest = (): number => Math.floor((clock.now('drand').getTime() / 1000 - GENESIS) / PERIOD) + 1

  app.get('/info', () => ({
    public_key: DRAND_PUBLIC_KEY,
    period: PERIOD,
    genesis_time: GENESIS,
    hash: CHAIN_HASH,
    groupHash: CHAIN_HASH,
    schemeID: 'bls-unchained-g1-rfc9380',
    metadata: { beaconID: 'local' },
  }))
  app.get<{ Params: { round: string } }>('/public/:round', async ({ params }, reply) => {
    const round = params.round === 'latest' ? latest() : Number(params.round)
    if (!Number.isSafeInteger(round) || round < 1) return reply.code(400).send({ error: 'unable to parse round' })
    if (round > latest()) return reply.code(425).send({ error: 'requested future beacon' })
    return signRound(round)
  })
}
