import type { ElementType, Key } from 'react'
import { jsxDEV as createElement, type JSXSource } from 'react/jsx-dev-runtime'
import { type Props, separateTexts } from './separate-texts.ts'

export { Fragment } from 'react/jsx-dev-runtime'
export type { JSX } from './jsx-types.ts'

/** Creates an element in development and in tests. */
export function jsxDEV(type: ElementType, props: Props, key: Key | undefined, isStatic: boolean, source?: JSXSource, self?: unknown) {
  const separated = separateTexts(type, props)
  return createElement(type, separated, key, isStatic && Array.isArray(separated.children), source, self)
}
