import type { ElementType, Key } from 'react'
import { jsx as createElement } from 'react/jsx-runtime'
import { type Props, separateTexts } from './separate-texts.ts'

export { Fragment } from 'react/jsx-runtime'
export type { JSX } from './jsx-types.ts'

/** Creates an element. The JSX of the app is compiled to this function and not to React's own (decision 057). */
export const jsx = (type: ElementType, props: Props, key?: Key) => createElement(type, separateTexts(type, props), key)

// Production builds of React do not tell them apart.
export { jsx as jsxs }
