import type { GiftInput, Team, TeamPrompt } from '@academy/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { parseResponse, requireFields, unwrapResponse, tsr as userTsr } from '../../api/client.ts'
import { teamTsr as tsr } from '../../api/team-client.ts'

type TeamPurchase = Team['purchases'][number]

const parsePurchase = (purchase: TeamPurchase): TeamPurchase =>
  requireFields(
    purchase,
    'purchase_id',
    'is_buyer',
    'state',
    'paid_at',
    'currency',
    'seats',
    'usable',
    'open',
    'refundable',
    'taken',
    'link',
  )

/** The seats that the user bought for others, and those that the user holds. */
export const teamQuery = () =>
  queryOptions({
    queryKey: ['team'],
    queryFn: ({ signal }): Promise<Team> =>
      parseResponse(tsr.team.get.query({ fetchOptions: { signal } }), ({ data: { purchases, held, studio_free_until } }) => ({
        purchases: purchases.map(parsePurchase),
        held: held.map((seat) => requireFields(seat, 'seat_id', 'offer', 'state', 'claimed_at', 'started_at')),
        studio_free_until,
      })),
    // Members change it.
    staleTime: 0,
  })

/** Runs a change of seats. Loads them again afterwards, also after a refusal: a member may have changed them. */
function useSeatChange<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: run, onSettled: () => void client.invalidateQueries(teamQuery()) })
}

export const useInvite = () =>
  useSeatChange((body: { purchase_id: string; emails: string[] }) =>
    parseResponse(tsr.team.invite.mutate({ body }), ({ data }) => data.map((outcome) => requireFields(outcome, 'email', 'error'))),
  )

/** Makes a link for a domain, in place of the one before; null ends it. Its result is the address, which the API sends once. */
export const useChangeLink = () =>
  useSeatChange(async (body: { purchase_id: string; domain: string | null }) => {
    const { data } = await unwrapResponse(tsr.team.link.mutate({ body }))
    return data
  })

/** Takes a seat back as its buyer, or leaves it as its holder. It ends when the seats are loaded again, so that the button is pressed once. */
export function useRemoveSeat() {
  const { reload } = useAccount()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (seatId: string) => unwrapResponse(tsr.team.remove.mutate({ params: { seatId } })),
    onSettled: async () => {
      // The course of a member closes.
      void reload()
      await client.invalidateQueries(teamQuery())
    },
  })
}

export const useRefundSeats = () =>
  useSeatChange((body: { purchase_id: string; seats: number }) => unwrapResponse(tsr.team.refund.mutate({ body })))

/** Changes a gift that is not claimed. */
export const useChangeGift = () =>
  useSeatChange((body: { purchase_id: string; gift: GiftInput }) => unwrapResponse(tsr.team.changeGift.mutate({ body })))

/** The course and the message of a gift. */
export const giftQuery = (code: string) =>
  queryOptions({
    queryKey: ['gift', code],
    queryFn: ({ signal }) =>
      parseResponse(tsr.team.findGift.mutate({ body: { code }, fetchOptions: { signal } }), ({ data }) =>
        requireFields(data, 'offer', 'message'),
      ),
    retry: false,
  })

/** Claims the seat of a code. Its result is a sentence for the user. */
export function useClaimSeat() {
  const { reload } = useAccount()
  return useSeatChange(async (code: string) => {
    const result = await unwrapResponse(tsr.team.claim.mutate({ body: { code } }))
    void reload()
    return result
  })
}

/** The prompts of the user's teams. */
export type TeamPrompts = { can_share: boolean; prompts: TeamPrompt[] }

export const teamPromptsQuery = () =>
  queryOptions({
    queryKey: ['team', 'prompts'],
    queryFn: ({ signal }): Promise<TeamPrompts> =>
      parseResponse(tsr.team.prompts.query({ fetchOptions: { signal } }), ({ data: { can_share, prompts } }) => ({
        can_share,
        prompts: prompts.map((prompt) => requireFields(prompt, 'id', 'title', 'description', 'content', 'is_own')),
      })),
    staleTime: 0,
  })

/** The titles of the user's own prompts, to share one. */
export const ownPromptsQuery = () =>
  queryOptions({
    queryKey: ['team', 'own-prompts'],
    queryFn: ({ signal }) =>
      parseResponse(userTsr.prompts.summaries.query({ fetchOptions: { signal } }), (prompts) =>
        prompts.map((prompt) => requireFields(prompt, 'id', 'title')),
      ),
    staleTime: 0,
  })

/** Shares a prompt with the members of the user's seats, or stops that. It ends when the prompts are loaded again, so that the button is pressed once. */
export function useSharePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, shared }: { id: string; shared: boolean }) =>
      unwrapResponse(tsr.team.sharePrompt.mutate({ params: { id }, body: { shared } })),
    onSettled: () => client.invalidateQueries(teamPromptsQuery()),
  })
}
