import { refusal } from './api-error.ts'

type Reply = { status: number; body: unknown; headers: Headers }
type Success = 200 | 201 | 204

/**
 * The body of a call that succeeded, e.g. `await bodyOf(tsr.accounts.context.query())`. Throws `ApiError` for every other answer,
 * so that queries cache bodies and know one kind of error.
 */
export async function bodyOf<R extends Reply>(call: Promise<R>): Promise<Extract<R, { status: Success }>['body']> {
  const reply = await call
  if (reply.status < 200 || reply.status > 299) throw refusal(reply)
  return reply.body
}
