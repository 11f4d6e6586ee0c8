import type { ElementType, Key } from 'react'
import { jsx as createElement, jsxs as createElementOfMany } from 'react/jsx-runtime'
import { type Props, separateTexts } from './separate-texts.ts'

export { Fragment } from 'react/jsx-runtime'
export type { JSX } from './jsx-types.ts'

/** Creates an element. The JSX of the app is compiled to this function and not to React's own (decision 057). */
export const jsx = (type: ElementType, props: Props, key?: Key) => createElement(type, separateTexts(type, props), key)

/** Creates an element with several children, which need no keys. Without NODE_ENV=production React warns of missing ones. */
export function jsxs(type: ElementType, props: Props, key?: Key) {
  const separated = separateTexts(type, props)
  return (Array.isArray(separated.children) ? createElementOfMany : createElement)(type, separated, key)
}
