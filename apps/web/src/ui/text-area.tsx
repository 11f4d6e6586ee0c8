import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { controlBaseClasses, useFieldControl } from './field.tsx'

/** Multi-line text. Inside a Field it takes its label and description from the Field. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea dir="auto" className={cx(controlBaseClasses, 'block min-h-11 resize-y py-2', className)} {...useFieldControl()} {...rest} />
  )
}

/** Multi-line text whose box grows with the text, also in browsers without `field-sizing`. */
export function GrowingTextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const area = box.current?.querySelector('textarea')
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  }, [rest.value])
  return (
    <div ref={box} className="contents">
      <TextArea className={cx('field-sizing-content', className)} {...rest} />
    </div>
  )
}
