import { queryOptions, useMutation } from '@tanstack/react-query'
import { tsr } from '../../api/client.ts'
import { parseResponse, requireFields, unwrapResponse } from '../../api/unwrap-response.ts'
import { confirmPassword } from '../../session/confirm-password.ts'

/** The program that shows a code. */
export const deviceLoginQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['device-login', userCode],
    queryFn: ({ signal }) =>
      parseResponse(tsr.deviceLogins.get.query({ params: { userCode }, fetchOptions: { signal } }), (login) =>
        requireFields(login, 'name', 'scopes', 'ip', 'user_agent', 'created_at', 'expires_in_days'),
      ),
    // The API forgets a decided code, so another request would hide the result.
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Decision = { approve: boolean; email: string; password: string }

/** Confirms or refuses the token. With a password it signs in first, because the API requires a recent sign-in. */
export const useDecision = (userCode: string) =>
  useMutation({
    mutationFn: async ({ approve, email, password }: Decision) => {
      if (approve && password !== '') await confirmPassword(email, password)
      await unwrapResponse(tsr.deviceLogins.decide.mutate({ params: { userCode }, body: { approve } }))
      return approve
    },
  })
