import type { CreatedToken, PersonalToken, TokenInput } from '@academy/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, toastFailure } from '../../api/api-error.ts'
import { parseResponse, requireFields, tsr, unwrapResponse } from '../../api/client.ts'
import { confirmPassword } from '../../session/confirm-password.ts'
import { toast } from '../../ui/toast.ts'

const parseToken = (token: PersonalToken): PersonalToken =>
  requireFields(token, 'id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at')

/** The user's access tokens, the newest first. */
export const tokensQuery = () =>
  queryOptions({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => parseResponse(tsr.tokens.list.query({ fetchOptions: { signal } }), ({ tokens }) => tokens.map(parseToken)),
    // Always refetched, because `last_used_at` changes when a script uses a token.
    staleTime: 0,
  })

export const isExpired = ({ expires_at }: PersonalToken): boolean => Date.parse(expires_at) <= Date.now()

/** Returns whether the API requires a more recent sign-in, so that the form has to ask for the password. */
export const needsPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'fresh_sign_in_required'

export type NewToken = { input: TokenInput; email: string; password: string }

/** Creates a token. With a password it signs in first, because the API requires a recent sign-in. */
export function useCreateToken({ onCreated }: { onCreated: (token: CreatedToken) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ input, email, password }: NewToken) => {
      if (password !== '') await confirmPassword(email, password)
      return await parseResponse(tsr.tokens.create.mutate({ body: input }), (created) => requireFields(created, 'id', 'name', 'token'))
    },
    // The cache of mutations must not keep the token.
    gcTime: 0,
    onSuccess: async (created) => {
      onCreated(created)
      await client.invalidateQueries({ queryKey: tokensQuery().queryKey })
    },
  })
}

/** Revokes a token. Succeeds also if the user has already revoked it on another device (404). */
export function useRevokeToken({ onRevoked }: { onRevoked: () => void }) {
  const client = useQueryClient()
  const { queryKey } = tokensQuery()
  return useMutation({
    mutationFn: ({ id }: PersonalToken) =>
      unwrapResponse(tsr.tokens.revoke.mutate({ params: { tokenId: id } })).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: async (_nothing, { id }) => {
      const isOutdated = client.isFetching({ queryKey }) > 0
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (tokens) => tokens?.filter((token) => token.id !== id))
      if (isOutdated) void client.invalidateQueries({ queryKey })
      toast.success({ title: 'Token revoked' })
      onRevoked()
    },
    onError: (error) => toastFailure("We couldn't revoke the token", error),
  })
}
