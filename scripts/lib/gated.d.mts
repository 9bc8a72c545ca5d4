export interface Group {
  title: string
  suite: string
  /** Test files, relative to the root. */
  tests: readonly string[]
}

/** Groups of tests that run only if their inputs changed since they last passed. */
export const groups: Readonly<Record<string, Group>>

/** Files that decide the outcome of a group's tests, relative to the root. */
export function inputsOf(group: Group): string[]
/** Digest of a group's inputs, the same on every machine with this major version of Node. */
export function digestOfGroup(group: Group): string
