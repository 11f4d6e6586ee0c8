type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The values that were given: an update leaves alone what it does not name. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
