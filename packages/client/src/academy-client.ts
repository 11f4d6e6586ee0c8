import type { ApiErrorCode as ContractErrorCode, contract } from '@academy/contract'
import type { AppRoute, AppRouter, ClientInferRequest, ClientInferResponseBody } from '@ts-rest/core'

/** Options of one call. */
export type CallOptions = {
  /** Aborts this call. */
  signal?: AbortSignal | undefined
  /** Limits this call, with its retries, in milliseconds. */
  timeoutMs?: number | undefined
}

/** An endpoint that is public or takes personal access tokens. The same rule as `isCallable` in routes.ts. */
type Callable = { metadata: { auth: 'public' } | { scope: string } }

type Input<R extends AppRoute> = Pick<
  ClientInferRequest<R>,
  Extract<keyof ClientInferRequest<R>, 'params' | 'query' | (R extends { body: { '~standard': unknown } } ? 'body' : never)>
>
/** A query whose fields are all optional may be left out. */
type WithOptionalQuery<I> = I extends { query: infer Q }
  ? AllOptional<Q> extends true
    ? Omit<I, 'query'> & { query?: Q | undefined }
    : I
  : I

type Success<R extends AppRoute> = Extract<keyof R['responses'], 200 | 201 | 202 | 204>
type ResponseBody<R extends AppRoute> = Success<R> extends 204 ? undefined : ClientInferResponseBody<R, Success<R>>

type AllOptional<T> = Partial<T> extends T ? true : false

type Call<I, B> =
  AllOptional<I> extends true ? (input?: I, options?: CallOptions) => Promise<B> : (input: I, options?: CallOptions) => Promise<B>

type CallsOf<T extends AppRouter> = {
  [K in keyof T as T[K] extends AppRoute ? (T[K] extends Callable ? K : never) : K]: T[K] extends AppRoute
    ? Call<WrittenOut<WithOptionalQuery<Input<T[K]>>>, WrittenOut<ResponseBody<T[K]>>>
    : T[K] extends AppRouter
      ? CallsOf<T[K]>
      : never
}

type WithoutEmptyGroups<T> = { [K in keyof T as AllOptional<T[K]> extends true ? never : K]: T[K] }

type Plain = string | number | boolean | bigint | null | undefined

/** The same type without names that the published declarations would have to import. */
type WrittenOut<T> = T extends Plain
  ? T
  : T extends (...args: never[]) => unknown
    ? T
    : T extends readonly (infer Item)[]
      ? WrittenOut<Item>[]
      : T extends infer O
        ? { [K in keyof O]: WrittenOut<O[K]> }
        : never

/** Has no value: the compiler writes the types of the contract out at its place in the published declarations. */
const writtenOut = <T>() => undefined as unknown as WrittenOut<T>
const types = writtenOut<{
  client: WithoutEmptyGroups<CallsOf<typeof contract>>
  errorCodes: { [Code in ContractErrorCode]: true }
}>()

/** Every endpoint that is public or takes a token, by its name in the contract. */
export type AcademyClient = (typeof types)['client']

/** Why the API refused a call. */
export type ApiErrorCode = keyof (typeof types)['errorCodes']
