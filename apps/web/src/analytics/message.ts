export type Properties = Readonly<Record<string, unknown>>

/** What the app reports to analytics. `at` is when it happened, in milliseconds since 1970, because a message may wait in a queue. */
export type Message = { at: number } & (
  | { kind: 'view'; path: string }
  | { kind: 'event'; name: string; properties: Properties }
  /** The signed-in account; undefined after a sign-out. */
  | { kind: 'account'; account?: { id: string; properties: Properties } }
)

/** Passes messages to the libraries of the analytics vendor. */
export type Tracker = {
  track(message: Message): void
  /** Starts or stops sending and recording. */
  setAllowed(allowed: boolean): void
}
