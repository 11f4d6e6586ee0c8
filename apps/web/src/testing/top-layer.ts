/**
 * Polyfills what happy-dom lacks of modal dialogs (focus, inertness, `cancel` on Escape) and popovers (toggling with events). Journeys
 * test the rest in a real browser. Does nothing in a window that an earlier file has polyfilled.
 */
export function polyfillTopLayer(): void {
  if ('showPopover' in HTMLElement.prototype) return
  installDialogs()
  installPopovers()
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

function installDialogs() {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function focusUnlessInert(options) {
    const modal = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
    if (!modal || modal.contains(this)) focus.call(this, options)
  }
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
    const first = this.querySelector<HTMLElement>(focusable)
    ;(first ?? this).focus()
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
    if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  })
}

function installPopovers() {
  const open = new WeakSet<Element>()
  const dispatchToggle = (element: Element, newState: 'open' | 'closed') => {
    element.dispatchEvent(Object.assign(new Event('toggle'), { newState, oldState: newState === 'open' ? 'closed' : 'open' }))
  }
  const show = (element: HTMLElement) => {
    if (open.has(element)) return
    open.add(element)
    element.setAttribute('data-popover-open', '')
    dispatchToggle(element, 'open')
  }
  const hide = (element: HTMLElement) => {
    if (!open.delete(element)) return
    element.removeAttribute('data-popover-open')
    if (element.contains(document.activeElement)) document.querySelector<HTMLElement>(`[popovertarget="${element.id}"]`)?.focus()
    dispatchToggle(element, 'closed')
  }
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      show(this)
    },
    hidePopover(this: HTMLElement) {
      hide(this)
    },
  })
  document.addEventListener('click', (event) => {
    const invoker = event.target instanceof Element ? event.target.closest('[popovertarget]') : null
    const target = document.getElementById(invoker?.getAttribute('popovertarget') ?? '')
    if (target) (open.has(target) ? hide : show)(target)
  })
  document.addEventListener('keydown', (event) => {
    const shown = document.querySelector<HTMLElement>('[data-popover-open]')
    if (event.key === 'Escape' && shown) hide(shown)
  })
}
