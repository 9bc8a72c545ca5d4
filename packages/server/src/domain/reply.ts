type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]

/** A `T` as a row gives it: optional fields may be null. */
export type Loose<T> = { [K in keyof T]: K extends OptionalKeys<T> ? T[K] | null | undefined : T[K] }

/** Forbids fields that `T` does not have. Unlike the compiler's own check, also in spread objects. */
type NoExtras<Value, T> = Value extends unknown ? { [K in Exclude<keyof Value, keyof T>]: never } : never

/**
 * A reply of the contract, made of a row. The shape follows from where it is returned to; a missing, misspelt or
 * unknown field does not compile. Nested objects are replies themselves.
 * @returns the value without its fields that are null or undefined
 */
export function reply<T extends object, Value extends Loose<T> = Loose<T>>(
  value: Value & NoExtras<Value, T>,
): T {
  const entries = Object.entries(value).filter(([, field]) => field !== null && field !== undefined)
  return Object.fromEntries(entries) as T // `Loose` differs from `T` by the null fields alone, which are dropped
}
