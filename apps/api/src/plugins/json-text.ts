import fp from 'fastify-plugin'

class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A body that is JSON already, as Postgres put it together: `T` is what it holds. Sent as it is by scopes that registered `jsonTextAnswers`.
 * Reading rows only to write them again takes three times as long.
 */
export const jsonText = <T>(text: string): T => new JsonText(text) as unknown as T

/** Sends JSON texts as they are, and everything else as ever. The contract cannot be checked against them: their tests have to. */
export const jsonTextAnswers = fp(
  async (app) => {
    app.setReplySerializer((payload) => (payload instanceof JsonText ? payload.text : JSON.stringify(payload)))
  },
  { name: 'json-text-answers' },
)
