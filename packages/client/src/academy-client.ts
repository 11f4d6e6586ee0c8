import type { ApiErrorCode as ContractErrorCode, contract } from '@academy/contract'
import type { AppRoute, AppRouter, ClientInferRequest, ClientInferResponseBody } from '@ts-rest/core'

/** Options of one call. */
export type CallOptions = {
  /** Aborts this call. */
  signal?: AbortSignal | undefined
  /** Limits this call, with its retries, in milliseconds. */
  timeoutMs?: number | undefined
  /** Headers of this call, such as `Idempotency-Key` or `If-Match`. */
  headers?: Record<string, string> | undefined
  /** Called with each response, those that are retried included, for its headers. */
  onResponse?: ((response: { status: number; headers: Headers }) => void) | undefined
}

/** An endpoint that is public or accepts personal access tokens. The same rule as `isCallable` in routes.ts. */
type Callable = { metadata: { auth: 'public' } | { scope: string } }

type Input<R extends AppRoute> = Pick<
  ClientInferRequest<R>,
  Extract<keyof ClientInferRequest<R>, 'params' | 'query' | (R extends { body: { '~standard': unknown } } ? 'body' : never)>
>
/** Makes a query optional if all its fields are. */
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
    ? Call<Expanded<WithOptionalQuery<Input<T[K]>>>, Expanded<ResponseBody<T[K]>>>
    : T[K] extends AppRouter
      ? CallsOf<T[K]>
      : never
}

type WithoutEmptyGroups<T> = { [K in keyof T as AllOptional<T[K]> extends true ? never : K]: T[K] }

type Plain = string | number | boolean | bigint | null | undefined | Blob

/** Expands a type, so that the published declarations need no imports for its parts. */
type Expanded<T> = T extends Plain
  ? T
  : T extends (...args: never[]) => unknown
    ? T
    : T extends readonly (infer Item)[]
      ? Expanded<Item>[]
      : T extends infer O
        ? { [K in keyof O]: Expanded<O[K]> }
        : never

/** Returns no value, only a type: the compiler writes the expanded types of the contract into the published declarations. */
const expandedType = <T>() => undefined as unknown as Expanded<T>
const types = expandedType<{
  client: WithoutEmptyGroups<CallsOf<typeof contract>>
  errorCodes: { [Code in ContractErrorCode]: true }
}>()

/** Every endpoint that is public or accepts a token, by its name in the contract. */
export type AcademyClient = (typeof types)['client']

/** The code of an API error. */
export type ApiErrorCode = keyof (typeof types)['errorCodes']
