import type { Entitlement } from '@academy/catalog'
import { type Page, protectedPages, type SidebarEntry } from '../../pages.ts'
import { paths } from '../../paths.ts'
import {
  BookOpen,
  ChartColumn,
  FileStack,
  LayoutDashboard,
  Library,
  LifeBuoy,
  MessagesSquare,
  NotebookPen,
  Settings,
  Users,
} from '../../ui/icons.ts'

type Pages = typeof protectedPages
type SidebarPage = { [Name in keyof Pages]: Pages[Name] extends { sidebar: SidebarEntry } ? Name : never }[keyof Pages]

const icons: Record<SidebarPage, typeof BookOpen> = {
  dashboard: LayoutDashboard,
  course: BookOpen,
  community: MessagesSquare,
  resources: Library,
  myPrompts: NotebookPen,
  premiumSlack: LifeBuoy,
  settings: Settings,
  overview: ChartColumn,
  content: FileStack,
  accounts: Users,
}

/** Groups of the sidebar in order, with their headings. */
const groups: Record<SidebarEntry['group'], string> = {
  admin: 'Administrator',
  start: '',
  courses: 'Courses',
  studio: 'Studio resources',
  end: '',
}

export type SidebarItem = {
  label: string
  to: string
  icon: typeof BookOpen
  /** The item is also active for pages under this path. */
  activeUnder: string | undefined
  feature: Entitlement | undefined
}

/** `adminOnly`: other users have no such group. */
export type SidebarGroup = { label: string; adminOnly: boolean; items: readonly SidebarItem[] }

const sidebarPages = (Object.keys(protectedPages) as SidebarPage[]).filter((name) => name in icons)

const itemsOf = (group: string): SidebarItem[] =>
  sidebarPages.flatMap((page) => {
    const { path, name, sidebar } = protectedPages[page] as Page & { sidebar: SidebarEntry }
    if (sidebar.group !== group) return []
    const { label = name ?? '', feature, exact } = sidebar
    return [{ label, to: paths[page](), icon: icons[page], activeUnder: exact ? undefined : `${path.replace(/\/:.*/, '')}/`, feature }]
  })

/** Returns the group of the Master Course with the further courses below it; any other group as it is. */
export function withCourses(group: SidebarGroup, courses: readonly { id: string; name: string }[]): SidebarGroup {
  const [first, ...others] = group.items
  if (!first || first.to !== paths.course() || courses.length === 0) return group
  const itemOf = (label: string, to: string): SidebarItem => ({ ...first, label, to, activeUnder: `${to}/` })
  return { ...group, items: [itemOf(first.label, first.to), ...courses.map(({ id, name }) => itemOf(name, paths.course(id))), ...others] }
}

/** Items of the sidebar and the drawer. */
export const sidebarGroups: readonly SidebarGroup[] = Object.entries(groups).map(([name, label]) => ({
  label,
  adminOnly: name === 'admin',
  items: itemsOf(name),
}))
