import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Search } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useShortcut } from './use-shortcut.ts'

const SearchPalette = lazyPart(async () => (await import('../../features/search/search-palette.tsx')).SearchPalette)

/** State of the search palette, which Ctrl+K or Cmd+K opens. */
export function useSearchPalette() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('k', () => {
    // Ignored while another dialog is open, as the keys of the sidebar are.
    if (document.querySelector('dialog[open]') === null) setOpen(true)
  })
  return {
    openSearch: () => setOpen(true),
    palette: isOpen && <SearchPalette onClose={() => setOpen(false)} />,
  }
}

/** Whether the shortcut has Cmd on this machine. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the search palette from the sidebar and the drawer. */
export function SearchButton({ collapsed = false, onOpen }: { collapsed?: boolean; onOpen: () => void }) {
  return (
    <Tooltip label="Search" disabled={!collapsed}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
        className={cx(
          'flex min-h-10 short:min-h-7 w-full items-center gap-3 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-locked-soft hover:text-ink',
          !collapsed && 'border border-rule-strong bg-surface',
        )}
      >
        <Search aria-hidden="true" className="size-5 shrink-0" />
        <span className={collapsed ? 'sr-only' : undefined}>Search</span>
        {!collapsed && (
          <span aria-hidden="true" className="ml-auto text-xs">
            {isApple ? '⌘K' : 'Ctrl K'}
          </span>
        )}
      </button>
    </Tooltip>
  )
}

/** Opens the search palette from the top bar of small screens. */
export const SearchIconButton = ({ onOpen }: { onOpen: () => void }) => (
  <Button variant="ghost" size="icon" className="ml-auto" aria-label="Search" aria-haspopup="dialog" onClick={onOpen}>
    <Search aria-hidden="true" />
  </Button>
)
