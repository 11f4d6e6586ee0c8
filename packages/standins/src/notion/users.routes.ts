import type { FastifyInstance } from 'fastify'
import { BOT, BOT_NAME, MAX_UPLOAD_BYTES, WORKSPACE_ID, WORKSPACE_NAME } from './identity.ts'

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

/** Registers the endpoint of the integration's own user, the only one of the workspace. */
export function userRoutes(app: FastifyInstance) {
  app.get('/users/me', () => bot)
}
