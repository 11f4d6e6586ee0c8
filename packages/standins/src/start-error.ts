/** A failed start that the developer can fix; the message says how. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Builds the error for a port that another program uses. */
export const portTaken = (port: number, purpose: string, cause?: unknown): StartError =>
  new StartError(
    `Port ${port}, meant for ${purpose}, is taken by another program. Stop that program, or choose other ports by setting ACADEMY_PORT (for example ACADEMY_PORT=4000).`,
    { cause },
  )
