import { type MouseEvent, type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { X } from './icons.ts'
import { bringToastsToTop } from './toast-host.ts'

type DialogProps = {
  open: boolean
  /** Called for every way out: close button, Escape, a click outside. Never called when not dismissable. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** false: no close button, and neither Escape nor a click outside closes it. */
  dismissable?: boolean
  /** false: dismissable, but without the cross in its corner, because the children bring a closing button. */
  closeButton?: boolean
  /** An alert: it asks for a decision before anything else goes on. */
  alert?: boolean
  /** What gets the focus; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

const sizes = { sm: 'max-w-[26rem]', md: 'max-w-[34rem]', lg: 'max-w-[56rem]' }

/**
 * A modal dialog on the native element, which makes the rest of the page inert. Its children exist only while it is
 * open, so every opening starts afresh. Focus goes back to where it was.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  description,
  dismissable = true,
  alert = false,
  closeButton = dismissable && !alert,
  initialFocus,
  size = 'md',
  children,
}: Omit<DialogProps, 'open'>) {
  const dialog = useModal(initialFocus)
  const pressedOutside = useRef(false)
  const titleId = useId()
  const descriptionId = useId()
  useEscapeBlocked(dialog, !dismissable)

  const isOutside = (event: MouseEvent) => event.target === dialog.current
  // The element may only go by the caller's decision, so the browser's own closing is always held back.
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    if (dismissable) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside is a shortcut for mice; Escape and the close button serve keyboards
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      closedby={dismissable ? 'closerequest' : 'none'}
      onCancel={onCancel}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        // A drag that starts on text inside and ends outside must not close the dialog.
        if (dismissable && pressedOutside.current && isOutside(event)) onClose()
      }}
      className={cx(
        'dialog-panel m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain rounded-lg border border-rule bg-surface text-ink shadow-floating',
        sizes[size],
      )}
    >
      <div className="relative p-6 sm:p-8">
        <h2 id={titleId} className={cx('text-xl', closeButton && 'pr-10')}>
          {title}
        </h2>
        {description && (
          <p id={descriptionId} className="mt-2 text-muted">
            {description}
          </p>
        )}
        {children && <div className="mt-6">{children}</div>}
        {closeButton && (
          <Button variant="ghost" size="icon" className="absolute top-4 right-4" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
    </dialog>
  )
}

/** Opens the element as a modal for as long as it is mounted, and gives the focus back afterwards. */
export function useModal(initialFocus?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    keepScrollBarWidth(document.documentElement)
    if (dialog && !dialog.open) dialog.showModal()
    bringToastsToTop()
    initialFocus?.current?.focus()
    return () => {
      dialog?.close()
      bringToastsToTop()
      focusAgain(before)
      // What it went back to may be gone with the dialog: a button that took something away.
      queueMicrotask(() => document.activeElement === document.body && focusAgain(before))
    }
  }, [initialFocus])
  return ref
}

/** For the page, which would move when a dialog takes its scroll bar away. Written only when it is another: every element inherits it. */
function keepScrollBarWidth(page: HTMLElement): void {
  const name = '--scroll-bar-width'
  const width = `${innerWidth - page.clientWidth}px`
  if (width !== (page.style.getPropertyValue(name) || '0px')) page.style.setProperty(name, width)
}

/** Back to where the focus was; for a dialog that came by itself, or whose button is gone by now, to the heading of the page. */
function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
  else document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}

/** Browsers let a second Escape through even when `cancel` was prevented; a prevented key press is final. */
function useEscapeBlocked(ref: RefObject<HTMLDialogElement | null>, blocked: boolean) {
  useEffect(() => {
    if (!blocked) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && ref.current?.open) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [ref, blocked])
}
