/** The functions of a source above this number of lines. */
export function longFunctions(path: string, text: string, most: number): { name: string; lines: number }[]
