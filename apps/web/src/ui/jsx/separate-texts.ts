import { type ElementType, Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

export type Props = { children?: ReactNode }

/**
 * Returns the props with each text in an element of its own (decision 057): a text that is an only child stays as it is, because React sets it
 * with `textContent`; a text beside elements gets a `<span>`. Adjacent texts are joined.
 */
export function separateTexts(type: ElementType, props: Props): Props {
  let { children } = props
  if (Array.isArray(children)) children = onlyText(children) ?? withSpans(children)
  // A fragment has no element of its own.
  if (type === Fragment && isText(children)) children = spanOf(children)
  return children === props.children ? props : { ...props, children }
}

const isText = (child: ReactNode): child is string | number => typeof child === 'string' || typeof child === 'number'
const isAbsent = (child: ReactNode) => child === null || child === undefined || typeof child === 'boolean'

/** Returns the children as one text, undefined if there are others. */
function onlyText(children: readonly ReactNode[]): string | undefined {
  const shown = children.filter((child) => !isAbsent(child))
  return shown.length > 0 && shown.every(isText) ? shown.join('') : undefined
}

/** Keeps the positions of all children, by which React knows them. */
function withSpans(children: readonly ReactNode[]): ReactNode[] {
  const separated = [...children]
  let start: number | undefined
  let text = ''
  for (const [index, child] of children.entries()) {
    if (isText(child)) {
      text = start === undefined ? String(child) : text + child
      start ??= index
      separated[index] = null
      separated[start] = spanOf(text, `text ${start}`)
    } else if (!isAbsent(child)) {
      start = undefined
      if (Array.isArray(child)) separated[index] = withSpans(child)
    }
  }
  return separated
}

/** Leaves spaces as they are, as translators do. */
const spanOf = (text: string | number, key?: string): ReactNode =>
  String(text).trim() === '' ? text : jsx('span', { children: text }, key)
