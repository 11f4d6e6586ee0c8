import { useSyncExternalStore } from 'react'
import { fullName } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { signOut, useSession } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { ChevronsUpDown, KeyRound, LogOut, Monitor, Moon, Settings, StickyNote, Sun } from '../../ui/icons.ts'
import { createListeners } from '../../ui/listeners.ts'
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { browserStorage } from '../../ui/web-storage.ts'

const themes = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
] as const

/** The user menu: settings, notes, access tokens, theme and sign-out. */
export function UserMenu({ collapsed = false }: { collapsed?: boolean }) {
  const theme = useTheme()
  return (
    <Menu
      label="Account"
      side="top"
      trigger={<Identity collapsed={collapsed} />}
      triggerClassName={cx(
        'flex w-full items-center gap-2.5 rounded-md text-left text-sm hover:bg-locked-soft',
        collapsed ? 'min-h-10 flex-col justify-center gap-1 py-1' : 'min-h-14 px-2 py-1.5 short:py-0',
      )}
    >
      <MenuLink to={paths.settings()} icon={Settings}>
        Settings
      </MenuLink>
      <MenuLink to={paths.notes()} icon={StickyNote}>
        Notes
      </MenuLink>
      <MenuLink to={paths.tokens()} icon={KeyRound}>
        Access tokens
      </MenuLink>
      <MenuSeparator />
      <MenuRadioGroup label="Theme" options={themes} value={theme} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem onSelect={() => void handleSignOut()}>
        <LogOut aria-hidden="true" />
        Sign Out
      </MenuItem>
    </Menu>
  )
}

async function handleSignOut() {
  const { error } = await signOut()
  if (error) toast.error({ title: 'Sign out failed', description: error.message || 'Please try again.' })
}

function Identity({ collapsed }: { collapsed: boolean }) {
  const { session } = useSession()
  const { context, entitlements } = useAccount()
  const email = context?.email || session?.user.email || ''
  const name = fullName(context)
  return (
    <>
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent text-xs font-bold text-on-accent uppercase"
      >
        {initials(name || email)}
      </span>
      <span data-private className={cx('min-w-0 flex-1', collapsed && 'sr-only')}>
        <span className="block truncate font-semibold">{name || email}</span>
        {name && <span className="block truncate text-xs text-muted">{email}</span>}
      </span>
      {entitlements.is_admin && (
        <Badge tone="accent" className={cx(collapsed && 'px-0.5 py-0 text-[0.625rem] tracking-tight')}>
          ADMIN
        </Badge>
      )}
      {!collapsed && <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />}
    </>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')

type Theme = 'light' | 'dark' | 'system'

// index.html reads the same key before the first paint.
const KEY = 'academy.theme'
const { subscribe, notify } = createListeners()

const current = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  notify()
}

/** Applies and stores a theme; 'system' follows the device. */
function setTheme(theme: Theme) {
  show(theme)
  browserStorage.set(KEY, theme === 'system' ? null : theme)
}

// Another tab changed the theme.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) show(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
})

const useTheme = (): Theme => useSyncExternalStore(subscribe, current)
