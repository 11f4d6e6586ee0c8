/** The integration token that the stand-in accepts. It has the prefix of real ones, so that configuration checks accept both. */
export const NOTION_TOKEN = 'ntn_local_academy_integration_token'

/** The root page, below which `content:push` creates its databases. It always exists. */
export const NOTION_ROOT_PAGE_ID = '0acade00-0000-4000-8000-000000000001'

/** The supported version of Notion's API, and that of webhooks. */
export const NOTION_VERSION = '2026-03-11'

export const BOT = { object: 'user', id: '0acade00-0000-4000-8000-0000000000b0' } as const
export const BOT_NAME = 'Academy content'
export const WORKSPACE_ID = '0acade00-0000-4000-8000-0000000000a0'
export const WORKSPACE_NAME = 'Academy'
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024
