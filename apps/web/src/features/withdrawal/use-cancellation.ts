import type { Cancellation } from '@academy/contract'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ApiError } from '../../api/api-error.ts'
import { type PublicReply, postPublic } from '../../api/post-public.ts'

type CancellationPageState =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; error: ApiError }
  | { state: 'found'; cancellation: Cancellation }

const STATES: readonly unknown[] = ['open', 'requested', 'cancelled'] satisfies Cancellation['state'][]

const post = (action: 'read' | 'confirm', token: string): Promise<PublicReply<Cancellation>> =>
  postPublic(`/api/cancellations/${action}`, { token }, (body) => (STATES.includes(body.state) ? (body as Cancellation) : undefined))

const toPageState = (reply: PublicReply<Cancellation>): CancellationPageState => {
  if ('body' in reply) return { state: 'found', cancellation: reply.body }
  return [400, 404].includes(reply.error.status) ? { state: 'missing' } : { state: 'failed', error: reply.error }
}

/** Returns the token of the mailed link, and removes it from the URL and the history. */
function useLinkToken(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const opened = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const [token, setToken] = useState(opened)
  useEffect(() => {
    if (opened === '') return
    setToken(opened)
    void navigate(pathname, { replace: true })
  }, [opened, pathname, navigate])
  return opened || token
}

/** Loads the cancellation that the mailed link belongs to. `confirm` confirms it. */
export function useCancellation() {
  const token = useLinkToken()
  const [page, setPage] = useState<CancellationPageState>({ state: token === '' ? 'missing' : 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again.
  useEffect(() => {
    if (token === '') return
    let isCurrent = true
    setPage({ state: 'loading' })
    void post('read', token).then((reply) => {
      if (isCurrent) setPage(toPageState(reply))
    })
    return () => {
      isCurrent = false
    }
  }, [token, attempt])

  const confirm = async () => {
    setPending(true)
    setError(undefined)
    const reply = await post('confirm', token)
    setPending(false)
    const next = toPageState(reply)
    if (next.state === 'failed') setError(next.error)
    else setPage(next)
  }
  return { page, retry: useCallback(() => setAttempt((count) => count + 1), []), confirm, pending, error }
}
