import { env } from '../../env.ts'
import { Button } from '../../ui/button.tsx'
import { useModal } from '../../ui/dialog.tsx'
import { X } from '../../ui/icons.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { SidebarNav } from './sidebar-nav.tsx'
import { UserMenu } from './user-menu.tsx'

/** The menu on small screens: an 18rem wide drawer from the left. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { onClick, ...modal } = useModal(onClose)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard follows a link by a click
    <dialog
      {...modal}
      aria-label="Menu"
      onClick={(event) => {
        onClick(event)
        if (event.target instanceof Element && event.target.closest('a')) onClose()
      }}
      className="drawer-panel m-0 h-dvh max-h-none w-sidebar-mobile max-w-[calc(100vw-2.5rem)] border-r border-rule bg-sunken text-ink"
    >
      {/* Keeps the user menu above the toasts, so that a user can retry a failed sign-out while the toast about it is shown. */}
      <div className="flex h-full flex-col pb-[calc(var(--toasts-height,0px)+min(var(--toasts-height,0px),1rem))]">
        <div className="flex items-center justify-between py-3 short:py-0 pr-2 pl-4">
          <Wordmark name={env.academyName} />
          <Button variant="ghost" size="icon" aria-label="Close menu" onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
        <div className="flex-1 overflow-y-auto px-2 py-3 short:py-0">
          <SidebarNav onLockedItem={onClose} />
        </div>
        <div className="border-t border-rule p-2 short:py-0">
          <UserMenu />
        </div>
      </div>
    </dialog>
  )
}
