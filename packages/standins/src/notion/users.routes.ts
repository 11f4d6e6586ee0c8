import type { FastifyInstance } from 'fastify'
import { BOT, BOT_NAME, MAX_UPLOAD_BYTES, WORKSPACE_ID, WORKSPACE_NAME } from './identity.ts'
import { pathId } from './ids.ts'
import { NotionError } from './notion-error.ts'

const bot = {
  ...BOT,
  name: BOT_NAME,
  avatar_url: null,
  type: 'bot',
  bot: {
    owner: { type: 'workspace', workspace: true },
    workspace_id: WORKSPACE_ID,
    workspace_limits: { max_file_upload_size_in_bytes: MAX_UPLOAD_BYTES },
    workspace_name: WORKSPACE_NAME,
  },
}

/** Registers the user endpoints. The only user of the workspace is the integration itself. */
export function userRoutes(app: FastifyInstance) {
  app.get('/users/me', () => bot)
  app.get('/users/:user_id', (request) => {
    const id = pathId(request.params, 'user_id')
    if (id !== bot.id) throw new NotionError(404, 'object_not_found', `Could not find user with ID: ${id}.`)
    return bot
  })
}
