const numbers = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))

/** Value parsers by type oid, the same for both engines. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  // int8 and numeric: all ids and figures of the contract are exact as JavaScript numbers.
  20: Number,
  1700: Number,
  1016: numbers,
  // float8[], of statements whose arrays have no nulls.
  1022: numbers,
  // date stays yyyy-MM-dd.
  1082: (text) => text,
  // timestamptz in the session's zone, which is Beijing: 2026-03-01 09:30:00.123+08.
  1184: (text) => text.slice(0, 19),
}
