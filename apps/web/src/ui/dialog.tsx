import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { X } from './icons.ts'
import { restoreFocus } from './page-heading.tsx'
import { moveToastsToTopDialog } from './toast-container.ts'

type DialogProps = {
  /** Called by the close button, Escape and a click outside. Never called when `dismissable` is false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** false removes the close button and ignores Escape and clicks outside. */
  dismissable?: boolean
  /** false hides the close button in the corner, for dialogs whose children include one. */
  closeButton?: boolean
  /** Uses role="alertdialog". */
  alert?: boolean
  /** Receives the focus; the first control by default. Use 'title' for dialogs that users read before they act. */
  initialFocus?: RefObject<HTMLElement | null> | 'title'
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

const sizes = { sm: 'max-w-[26rem]', md: 'max-w-[34rem]', lg: 'max-w-[56rem]' }

/** A modal dialog on the native element, which makes the rest of the page inert. It is open while it is mounted. */
export function Dialog({
  onClose,
  title,
  description,
  dismissable = true,
  alert = false,
  closeButton = dismissable && !alert,
  initialFocus,
  size = 'md',
  children,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const startsAtTitle = initialFocus === 'title'
  const modal = useModal(dismissable ? onClose : undefined, startsAtTitle ? heading : initialFocus)
  const titleId = useId()
  const descriptionId = useId()
  return (
    <dialog
      {...modal}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      closedby={dismissable ? 'closerequest' : 'none'}
      className={cx(
        'dialog-panel m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain scroll-pb-20 rounded-lg border border-rule bg-surface text-ink shadow-floating',
        sizes[size],
      )}
    >
      <div className="grid grid-cols-1">
        <div className="relative col-start-1 row-start-1 p-6 sm:p-8">
          <h2 id={titleId} ref={heading} tabIndex={startsAtTitle ? -1 : undefined} className={cx('text-xl', closeButton && 'pr-10')}>
            {title}
          </h2>
          {description && (
            <p id={descriptionId} className="mt-2 text-muted">
              {description}
            </p>
          )}
          {children && <div className="mt-6">{children}</div>}
        </div>
        {closeButton && (
          <Button
            variant="ghost"
            size="icon"
            className="sticky top-4 col-start-1 row-start-1 mt-4 mr-4 self-start justify-self-end bg-surface"
            aria-label="Close"
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
    </dialog>
  )
}

/**
 * Opens a dialog element as a modal while it is mounted, then restores the focus. Returns its props; Escape and a click outside call `onClose`, and
 * do nothing without it.
 */
export function useModal(onClose: (() => void) | undefined, initialFocus?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  useEscapeBlocked(ref, onClose === undefined)
  const closeAfterReopening = useEffectEvent(() => onClose?.())
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    setScrollBarWidth(document.documentElement)
    const open = () => {
      if (dialog && !dialog.open) dialog.showModal()
      moveToastsToTopDialog()
      initialFocus?.current?.focus()
    }
    // The browser closed the dialog without asking. The caller decides when to close, and may keep it open.
    const onNativeClose = () => {
      if (dialog?.open) return
      open()
      closeAfterReopening()
    }
    open()
    dialog?.addEventListener('close', onNativeClose)
    return () => {
      dialog?.removeEventListener('close', onNativeClose)
      dialog?.close()
      moveToastsToTopDialog()
      restoreFocus(before)
      // The opener may unmount together with the dialog, for example a delete button.
      queueMicrotask(() => document.activeElement === document.body && restoreFocus(before))
    }
  }, [initialFocus])

  const isOutside = ({ target }: SyntheticEvent) => target === ref.current
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      // Chrome lets a page refuse only while its user interacts with it; otherwise `close` follows.
      if (!isOutside(event) || !event.cancelable) return
      // The caller decides when to close.
      event.preventDefault()
      onClose?.()
    },
    onPointerDown: (event: SyntheticEvent) => {
      pressedOutside.current = isOutside(event)
    },
    onClick: (event: SyntheticEvent) => {
      // A drag that starts on text inside and ends outside must not close the dialog.
      if (pressedOutside.current && isOutside(event)) onClose?.()
    },
  }
}

/** Stores the scroll bar's width, so that the page does not move when a dialog hides it. Writes only changes: every element inherits it. */
function setScrollBarWidth(page: HTMLElement): void {
  // Another dialog has hidden the scroll bar.
  if (document.querySelector('dialog[open]')) return
  const name = '--scroll-bar-width'
  const width = `${innerWidth - page.clientWidth}px`
  if (width !== (page.style.getPropertyValue(name) || '0px')) page.style.setProperty(name, width)
}

/** Blocks Escape by its key press: browsers close a dialog on the second Escape even when `cancel` is prevented. */
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
