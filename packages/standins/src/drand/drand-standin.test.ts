import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { afterAll, expect, test } from 'vitest'
import { advance, setFault, startTestStandins } from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

type Body = { round: number; signature: string; public_key: string; error?: string }
const get = async (path: string): Promise<{ status: number; body: Body }> => {
  const response = await fetch(standins.drandUrl + path)
  return { status: response.status, body: (await response.json()) as Body }
}

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

test('DRAW-09 signs each round like quicknet, with the key of its own chain', async () => {
  const [info, { body }] = [await get('/info'), await get('/public/1000')]
  expect(info.body).toMatchObject({ period: 3, genesis_time: 1_692_803_367, schemeID: 'bls-unchained-g1-rfc9380' })
  const message = createHash('sha256')
    .update(fromHex((1000).toString(16).padStart(16, '0')))
    .digest()
  const { hash, verify } = bls12_381.shortSignatures
  const point = hash(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
  expect(verify(fromHex(body.signature), point, fromHex(info.body.public_key))).toBe(true)
  expect(body).toMatchObject({ round: 1000, randomness: createHash('sha256').update(fromHex(body.signature)).digest('hex') })
  expect((await get('/public/1000')).body).toEqual(body)
})

test('DRAW-09 refuses a future round with 425 until its clock reaches it', async () => {
  const { body } = await get('/public/latest')
  const next = `/public/${body.round + 1200}`
  expect(await get(next)).toEqual({ status: 425, body: { error: 'requested future beacon' } })
  await advance(standins, 'drand', 3600)
  expect((await get(next)).body.round).toBe(body.round + 1200)
})

test('refuses rounds that cannot be, and fails when a test asks for it', async () => {
  for (const round of ['0', '-1', 'one', '1.5']) expect((await get(`/public/${round}`)).status).toBe(400)
  await setFault(standins, { service: 'drand', kind: 'error', status: 503 })
  expect(await get('/public/1')).toEqual({ status: 503, body: { error: 'status 503' } })
})
