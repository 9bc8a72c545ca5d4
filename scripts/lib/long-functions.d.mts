/** The functions of a source above this number of lines. */
export function longFunctions(path: string, text: string, most: number): { name: string; lines: number }[]

type Lines = Readonly<Record<string, number>>

/** Compares the functions above the bound with the list of those that may be, and the list with the last commit's. */
export function complaintsAbout(found: Lines, listed: Lines, before?: Lines): string[]
