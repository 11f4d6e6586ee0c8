import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { TextArea } from './text-area.tsx'

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
