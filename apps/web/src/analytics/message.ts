export type Properties = Readonly<Record<string, unknown>>

/** What there is to tell, and when it happened: it may wait for the vendor's libraries. */
export type Message = { at: number } & (
  | { kind: 'view'; path: string }
  | { kind: 'event'; name: string; properties: Properties }
  /** Who is signed in; without properties, nobody any more. */
  | { kind: 'person'; properties?: Properties }
)

/** What takes the messages once the vendor's libraries are there. */
export type Desk = {
  take(message: Message): void
  /** From now on nothing is sent or recorded, or everything again. */
  allow(allowed: boolean): void
}
