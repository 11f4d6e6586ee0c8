import type { Entitlement } from '@academy/catalog'
import { paths } from '../../paths.ts'
import { BookOpen, LayoutDashboard, Library, LifeBuoy, MessagesSquare, NotebookPen, Settings } from '../../ui/icons.ts'

export type SidebarItem = {
  label: string
  to: string
  icon: typeof BookOpen
  /** The item is also active for pages under this path. */
  activeUnder?: string
  /** The item is locked without this feature (SHELL-07). */
  feature?: Entitlement
}

export type SidebarGroup = { label?: string; items: readonly SidebarItem[] }

/** Items of the sidebar and the drawer (SHELL-03). */
export const sidebarGroups: readonly SidebarGroup[] = [
  { items: [{ label: 'Dashboard', to: paths.dashboard(), icon: LayoutDashboard }] },
  {
    label: 'Courses',
    items: [
      { label: 'Master Course', to: paths.course(), icon: BookOpen, activeUnder: `${paths.courses()}/` },
      { label: 'Community', to: paths.community(), icon: MessagesSquare, feature: 'slack_standard' },
    ],
  },
  {
    label: 'Studio resources',
    items: [
      { label: 'Prompt Library', to: paths.resources(), icon: Library, activeUnder: `${paths.resources()}/`, feature: 'resources' },
      { label: 'My Prompts', to: paths.myPrompts(), icon: NotebookPen, activeUnder: `${paths.myPrompts()}/`, feature: 'my_prompts' },
      { label: 'Premium Slack Support', to: paths.premiumSlack(), icon: LifeBuoy, feature: 'slack_premium' },
    ],
  },
  { items: [{ label: 'Settings', to: paths.settings(), icon: Settings }] },
]
