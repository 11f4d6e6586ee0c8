import type { Component, ExoticComponent, ReactElement, JSX as ReactJsx } from 'react'

/** What a component may render: no bare text, which would have no element of its own (decision 057). */
export type Elements = ReactElement | readonly ReactElement[] | boolean | null | undefined

/** The types of React's JSX, but for those of components. */
export declare namespace JSX {
  // biome-ignore lint/suspicious/noExplicitAny: the props are checked for each component
  type ElementType = string | ((props: any) => Elements) | ExoticComponent<any> | (new (props: any) => Component<any>)
  interface Element extends ReactJsx.Element {}
  interface ElementClass extends ReactJsx.ElementClass {}
  interface ElementAttributesProperty extends ReactJsx.ElementAttributesProperty {}
  interface ElementChildrenAttribute extends ReactJsx.ElementChildrenAttribute {}
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>
  interface IntrinsicAttributes extends ReactJsx.IntrinsicAttributes {}
  interface IntrinsicClassAttributes<T> extends ReactJsx.IntrinsicClassAttributes<T> {}
  interface IntrinsicElements extends ReactJsx.IntrinsicElements {}
}
