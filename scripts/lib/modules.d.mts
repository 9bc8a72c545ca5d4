/** The files and all that they load, sorted, relative to the root. */
export function modulesOf(files: readonly string[]): string[]
