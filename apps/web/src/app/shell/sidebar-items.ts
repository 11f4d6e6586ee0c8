import type { Entitlement } from '@academy/catalog'
import { paths } from '../../paths.ts'
import { BookOpen, LayoutDashboard, Library, LifeBuoy, MessagesSquare, NotebookPen, Settings } from '../../ui/icons.ts'

export type SidebarItem = {
  label: string
  to: string
  icon: typeof BookOpen
  /** The pages below this path belong to the item as well. */
  below?: string
  /** Without this feature the item is locked (SHELL-07). */
  feature?: Entitlement
}

export type SidebarGroup = { label?: string; items: readonly SidebarItem[] }

/** What the sidebar and the drawer show, from top to bottom (SHELL-03). A line is added when its page works. */
export const sidebarGroups: readonly SidebarGroup[] = [
  { items: [{ label: 'Dashboard', to: paths.dashboard(), icon: LayoutDashboard }] },
  {
    label: 'Courses',
    items: [
      { label: 'Master Course', to: paths.course(), icon: BookOpen, below: `${paths.courses()}/` },
      { label: 'Community', to: paths.community(), icon: MessagesSquare, feature: 'slack_standard' },
    ],
  },
  {
    label: 'Studio resources',
    items: [
      { label: 'Prompt Library', to: paths.resources(), icon: Library, below: `${paths.resources()}/`, feature: 'resources' },
      { label: 'My Prompts', to: paths.myPrompts(), icon: NotebookPen, below: `${paths.myPrompts()}/`, feature: 'my_prompts' },
      { label: 'Premium Slack Support', to: paths.premiumSlack(), icon: LifeBuoy, feature: 'slack_premium' },
    ],
  },
  { items: [{ label: 'Settings', to: paths.settings(), icon: Settings }] },
]
