/** The version of Notion's API that the academy requests. The client's own default may change with an update of the client. */
export const NOTION_VERSION = '2026-03-11'
