export type Properties = Readonly<Record<string, unknown>>

/** An event with its time, because it may be queued. */
export type Message = { at: number } & (
  | { kind: 'view'; path: string }
  | { kind: 'event'; name: string; properties: Properties }
  /** The signed-in account; undefined after a sign-out. */
  | { kind: 'account'; account?: { id: string; properties: Properties } }
)

/** Sends messages to the vendor's libraries. */
export type Tracker = {
  track(message: Message): void
  /** Starts or stops sending and recording. */
  setAllowed(allowed: boolean): void
}
