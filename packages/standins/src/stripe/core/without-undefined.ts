type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes undefined values, because an update changes only the named fields. */
export const withoutUndefined = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
