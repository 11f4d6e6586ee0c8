export type { AcademyClient, ApiErrorCode, CallOptions } from './academy-client.ts'
export { type ClientOptions, createClient } from './create-client.ts'
export { AcademyError, type AcademyErrorCode, NetworkError, TimeoutError } from './errors.ts'

/** The body that a call returns: `ResponseOf<AcademyClient['prompts']['get']>` is a prompt. */
export type ResponseOf<Call extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

/** The input of a call: `InputOf<AcademyClient['prompts']['create']>['body']` is a new prompt. */
export type InputOf<Call extends (...args: never[]) => Promise<unknown>> = NonNullable<Parameters<Call>[0]>
