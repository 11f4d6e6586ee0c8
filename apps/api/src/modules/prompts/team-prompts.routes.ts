import { contract } from '@academy/contract'
import { MAX_TEAM_PROMPTS } from '@academy/contract/prompt-fields'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../database/is-uuid.ts'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { teamPrompts } from './team-prompts.store.ts'

const NOT_SHARED = {
  no_team: 'You have no seats for others whose members could read it, or no Studio.',
  full: `You share ${MAX_TEAM_PROMPTS} prompts with your team already. Stop sharing another one first.`,
}

/** Serves the prompts that the owner of seats shares to the members, and lets the owner choose them (decision 073). */
export async function teamPromptRoutes(app: FastifyInstance): Promise<void> {
  const { canShare, list, share } = teamPrompts(app.db)
  const { prompts, sharePrompt } = contract.team
  await serveRoutes({ prompts }, app, {
    prompts: async ({ request: { user }, reply }) => {
      // One at a time, as other long lists.
      const [can_share, shared] = await app.inTurn({ accountId: user.id, reply }, () => Promise.all([canShare(user.id), list(user.id)]))
      return { status: 200, body: { success: true, data: { can_share, prompts: shared } } }
    },
  })

  await app.register(async (owner) => {
    owner.addHook('onRequest', app.requireEntitlement('my_prompts'))
    await serveRoutes({ sharePrompt }, owner, {
      sharePrompt: async ({ request, params: { id }, body: { shared } }) => {
        await app.limit.seatChanges(request)
        const outcome = isUuid(id) ? await share(request.user.id, id, shared) : 'not_found'
        if (outcome === 'no_team' || outcome === 'full') throw conflict(NOT_SHARED[outcome])
        orNotFound(outcome === 'done' ? outcome : undefined, 'Prompt')
        return {
          status: 200,
          body: { success: true, message: shared ? 'Your team reads this prompt now.' : 'Your team no longer reads it.' },
        }
      },
    })
  })
}
