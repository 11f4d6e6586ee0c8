import { inspect } from 'node:util'

/** A value that does its work and does not show itself: not in logs, not in errors, not in JSON. */
export class Secret {
  #value
  constructor(value) { this.#value = value }
  use() { return this.#value }
  toString() { return '(hidden)' }
  toJSON() { return '(hidden)' }
  [inspect.custom]() { return '(hidden)' }
}

const NEEDED = ['PROVIDER', 'CLIENT_ID', 'CLIENT_SECRET', 'MAIL_KEY']

/** Reads all settings, and names everything that is missing in one sentence. */
export function readSettings(env) {
  const missing = NEEDED.filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`The server does not start without ${missing.join(' and ')}.`)
  const mailKeys = [env.MAIL_KEY, env.MAIL_KEY_OLD].filter(Boolean).map((value) => new Secret(value))
  const provider = {
    address: env.PROVIDER,
    clientId: env.CLIENT_ID,
    secret: new Secret(env.CLIENT_SECRET),
    checksEveryAddress: env.PROVIDER_CHECKS_ADDRESSES === 'yes',
  }
  const boardAddress = env.BOARD_ADDRESS ?? 'http://localhost:3000'
  return { port: Number(env.PORT ?? 3000), boardAddress, provider, mailKeys }
}
