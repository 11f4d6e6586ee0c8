import type { Entitlement } from '@academy/catalog'
import { foldText } from '@academy/contract/fold-text'
import { type Page, protectedPages } from '../../pages.ts'
import { paths } from '../../paths.ts'

export type PageOption = { name: string; to: string; feature: Entitlement | undefined }

const WITHOUT_SIDEBAR = ['glossary', 'notes', 'tokens']

/** The pages that the palette leads to: those that all users have in the sidebar, and some that are not there. */
export const pageOptions: PageOption[] = Object.entries(protectedPages).flatMap(([key, page]) => {
  const { path, name, sidebar } = page as Page
  if ((!sidebar || sidebar.group === 'admin') && !WITHOUT_SIDEBAR.includes(key)) return []
  const to = key === 'course' ? paths.course() : path
  return [{ name: sidebar?.label ?? name ?? path, to, feature: sidebar?.feature }]
})

/** Returns the pages whose name has a word that begins with the query. */
export function matchingPages(query: string): PageOption[] {
  const prefix = foldText(query).trim()
  return pageOptions.filter(({ name }) => {
    const text = foldText(name)
    return text.startsWith(prefix) || text.includes(` ${prefix}`)
  })
}
