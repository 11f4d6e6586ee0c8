/** Makes the window this wide, for media queries and their listeners. */
export function viewport(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width })
}
