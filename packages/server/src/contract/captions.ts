import { document } from './document.ts'

/** Captions of all properties by name, to call a field what the forms call it. */
export const captions: ReadonlyMap<string, string> = new Map(
  Object.values(
    document.components.schemas as Record<string, { properties?: Record<string, { title?: string }> }>,
  ).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { title }]) => (title ? [[name, title] as const] : [])),
  ),
)
