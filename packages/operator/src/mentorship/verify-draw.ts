import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isSignatureOf } from '@academy/api/beacon'
import { contract, type Draw } from '@academy/contract'
import {
  drawPlaces,
  formatList,
  hashList,
  isWeek,
  parseList,
  QUICKNET,
  randomnessOf,
  roundOf,
  roundTime,
  SESSIONS_PER_WEEK,
} from '@academy/contract/mentorship-draw'
import { CommandError } from '../command-error.ts'
import { describeError, TIMEOUT_MS } from '../doctor/finding.ts'
import type { Environment } from '../environment.ts'
import { parseOptions, usageError } from '../read-command.ts'

export const DRAW_VERIFY_HELP = `
  npx -y pnpm@10 academy draw:verify <file> | --address <url> | < file

Computes a draw of mentoring sessions again, offline, from the response of GET /api/draws/<Monday>: the hash of the list, the round, its signature,
the random value, winners and substitutes. The exit code is 1 at the first that differs.
  --address   fetches that response, such as from https://academy.example.com/draws/2026-12-07

Settings: DRAND_PUBLIC_KEY, only for another chain than quicknet`

type Streams = { input: AsyncIterable<Uint8Array | string>; say: (line: string) => void }

async function fetchText(address: string): Promise<string> {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) throw usageError('--address takes the address of a draw.', DRAW_VERIFY_HELP)
  if (url.pathname.startsWith('/draws/')) url.pathname = `/api${url.pathname}`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok) return await response.text()
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new CommandError(`Could not fetch the draw from ${address}: ${describeError(error)}.`)
  }
}

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`Could not read the draw: ${describeError(error)}.`)
  })

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function parseDraw(json: string): Draw {
  const { data: response } = contract.mentorship.draw.responses[200].safeParse(parseJson(json))
  if (response === undefined || !isWeek(response.data.week))
    throw new CommandError('This is no draw. Pass the whole response of GET /api/draws/<Monday>.')
  return response.data
}

/** Computes a draw again, and prints each part that agrees. Throws a CommandError that says what differs, or what is not published yet. */
async function verifyDraw(draw: Draw, publicKey: string, say: (line: string) => void): Promise<void> {
  const { week, closed_at, round, list, list_hash, signature, randomness } = draw
  const check = (agrees: boolean, claim: string, difference: string): void => {
    if (!agrees) throw new CommandError(`  ✗ ${difference}`)
    say(`  ✓ ${claim}`)
  }
  if (list === null || closed_at === null) throw new CommandError(`Registration for the week of ${week} is open, so there is no list yet.`)
  const hash = await hashList(list)
  check(hash === list_hash, `The SHA-256 of the list is ${hash}.`, `The SHA-256 of the list is ${hash}, but the draw says ${list_hash}.`)
  const entrants = parseList(list)
  const isSorted = formatList(entrants) === list && new Set(entrants.map(({ code }) => code)).size === entrants.length
  check(
    isSorted && entrants.length === draw.entrants,
    `The list has ${entrants.length} codes, sorted, each once.`,
    `The list is not sorted, has a code twice, or has not ${draw.entrants} codes as the draw says.`,
  )
  const fixed = roundOf(week)
  const published = new Date(roundTime(fixed))
  check(
    round === fixed,
    `Round ${fixed} of drand decides, which the end of registration fixes.`,
    `Round ${fixed} of drand decides, but the draw used ${round}.`,
  )
  if (Date.parse(closed_at) > published.getTime())
    say(`  ! The list was published at ${closed_at}, after the random value (${published.toISOString()}).`)
  check(
    draw.public_key === publicKey,
    `The key is that of ${publicKey === QUICKNET.publicKey ? "drand's quicknet" : 'DRAND_PUBLIC_KEY'}.`,
    `The key of the draw is ${draw.public_key}, but that of the chain is ${publicKey}. Who has the key of another chain can choose winners.`,
  )
  if (signature === null)
    throw new CommandError(
      `The winners of the week of ${week} are not drawn yet. Round ${round} is published at ${published.toISOString()}.`,
    )
  check(
    isSignatureOf(round, signature, publicKey),
    'The chain signed this round.',
    `The signature ${signature} is not that of round ${round}.`,
  )
  const random = await randomnessOf(signature)
  check(
    random === randomness,
    `The random value is the SHA-256 of the signature: ${random}.`,
    `The SHA-256 of the signature is ${random}, but the draw used ${randomness}.`,
  )
  const places = await drawPlaces(random, entrants)
  const names = places.map((code, index) =>
    index < SESSIONS_PER_WEEK ? `winner ${index + 1}: ${code}` : `substitute ${index + 1 - SESSIONS_PER_WEEK}: ${code}`,
  )
  const length = Math.max(places.length, draw.places.length)
  const wrong = Array.from({ length }, (_, index) => index).find((index) => places[index] !== draw.places[index]) ?? 0
  check(
    places.join() === draw.places.join(),
    ['Winners and substitutes have the smallest SHA-256 of random value and code, recent winners after all others.', ...names].join(
      '\n      ',
    ),
    `Place ${wrong + 1} belongs to ${places[wrong] ?? 'no code'}, but the draw gave it to ${draw.places[wrong] ?? 'no code'}.`,
  )
}

/** Reads or fetches a draw and verifies it. Throws a CommandError if something differs. */
export async function runDrawVerify(args: string[], env: Environment, { input, say }: Streams): Promise<void> {
  const options = { address: { type: 'string' } } as const
  const { values, positionals } = parseOptions(DRAW_VERIFY_HELP, { args, options, allowPositionals: true })
  const [file, ...more] = positionals
  const { address } = values
  if (more.length > 0 || (file !== undefined && address !== undefined))
    throw usageError('draw:verify takes one file, or an address.', DRAW_VERIFY_HELP)
  const json = address !== undefined ? await fetchText(address) : file !== undefined ? await readText(file) : await text(input)
  const draw = parseDraw(json)
  say(`\n  The draw of the week of ${draw.week}\n`)
  await verifyDraw(draw, env.DRAND_PUBLIC_KEY || QUICKNET.publicKey, say)
}
