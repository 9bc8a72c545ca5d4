/** What the caller may do with a row is no fact of it. */
const OF_CALLER: ReadonlySet<string> = new Set(['editable', 'deletable'])

/** Whether a property of a row means nothing outside the platform: a key, a version, or a right of the caller. */
export const isInternal = (name: string): boolean => /^(?:id|version)$|Id$/.test(name) || OF_CALLER.has(name)

/** A heading with its unit. */
export const headingOf = (caption: string, unit: string | undefined): string =>
  unit ? `${caption}（${unit}）` : caption
