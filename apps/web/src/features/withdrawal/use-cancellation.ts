import type { Cancellation } from '@academy/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ApiError } from '../../api/api-error.ts'
import { type PublicReply, postPublic } from '../../api/post-public.ts'
import { usePublic } from '../../api/use-public.ts'

type CancellationPageState = { state: 'missing' } | { state: 'failed'; error: ApiError } | { state: 'found'; cancellation: Cancellation }

const STATES: readonly unknown[] = ['open', 'requested', 'cancelled'] satisfies Cancellation['state'][]

const post = (action: 'read' | 'confirm', token: string): Promise<PublicReply<Cancellation>> =>
  postPublic(`/api/cancellations/${action}`, { token }, (body) => (STATES.includes(body.state) ? (body as Cancellation) : undefined))

const toPageState = (reply: PublicReply<Cancellation>): CancellationPageState => {
  if ('body' in reply) return { state: 'found', cancellation: reply.body }
  return [400, 404].includes(reply.error.status) ? { state: 'missing' } : { state: 'failed', error: reply.error }
}

/** Returns the token of the mailed link, and removes it from the URL and the history. */
export function useLinkToken(): string {
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
export function useCancellation(token: string) {
  const [loaded, retry] = usePublic<CancellationPageState>(async () =>
    token === '' ? { state: 'missing' } : toPageState(await post('read', token)),
  )
  const [pending, setPending] = useState(false)
  const [confirmed, setConfirmed] = useState<CancellationPageState>()
  const confirm = async () => {
    setPending(true)
    setConfirmed(undefined)
    setConfirmed(toPageState(await post('confirm', token)))
    setPending(false)
  }
  const error = confirmed?.state === 'failed' ? confirmed.error : undefined
  return { page: confirmed && !error ? confirmed : loaded, retry, confirm, pending, error }
}
