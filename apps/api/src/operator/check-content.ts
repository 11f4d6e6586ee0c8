// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'

export { type CheckedWarning, type ContentCheck, checkContent, NotionUnusable } from '../modules/content/admin/check-content.ts'
export { databaseTitles } from '../modules/content/notion/find-databases.ts'
