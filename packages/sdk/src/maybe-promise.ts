/** A value that may be there already. Awaiting it all the same would cost each call a promise. */
export type MaybePromise<T> = T | Promise<T>

/** Whether a value is still to come. Also for promises of other realms. */
export const isPromise = <T>(value: MaybePromise<T>): value is Promise<T> =>
  typeof (value as Promise<T> | undefined)?.then === 'function' // any value may be asked
