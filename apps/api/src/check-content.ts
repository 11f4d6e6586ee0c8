// The plugins describe what they add to the app; whoever checks this file's types from another package needs all of them.
import type {} from './app.ts'

export { type CheckedWarning, type ContentCheck, checkContent, NotionUnusable } from './modules/content/check-content.ts'
export { databaseTitles } from './modules/content/notion/read-workspace.ts'
