import { inspect } from 'node:util'

const NEEDED = ['PROVIDER', 'CLIENT_ID', 'CLIENT_SECRET', 'MAIL_KEY']

/** A value that only `use` returns. */
class Secret {
  #value

  constructor(value) {
    this.#value = value
  }

  use() {
    return this.#value
  }

  toString() {
    return '(hidden)'
  }

  toJSON() {
    return '(hidden)'
  }

  [inspect.custom]() {
    return '(hidden)'
  }
}

export function readSettings(env) {
  const missing = NEEDED.filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`The server does not start without ${new Intl.ListFormat('en').format(missing)}.`)
  const port = Number(env.PORT ?? 3000)
  return {
    port,
    boardAddress: env.BOARD_ADDRESS ?? `http://localhost:${port}`,
    provider: {
      address: env.PROVIDER,
      clientId: env.CLIENT_ID,
      secret: new Secret(env.CLIENT_SECRET),
      checksEveryAddress: env.PROVIDER_CHECKS_ADDRESSES === 'yes',
    },
    mailKeys: [env.MAIL_KEY, env.MAIL_KEY_OLD].filter(Boolean).map((key) => new Secret(key)),
  }
}
