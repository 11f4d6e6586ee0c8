/** Returns the named fields with the value null. Stripe's objects contain every field, also those without a value. */
export const nulls = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>
