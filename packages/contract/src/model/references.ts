import type { ContractDocument, Media, Schema } from './document.ts'

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** JSON pointer of a part. */
export const pointerOf = (...steps: readonly (string | number)[]): string =>
  `#/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** A part and where it stands. @throws Error for a reference that leads nowhere */
export function placed<Part extends { readonly $ref?: string }>(
  parts: Readonly<Record<string, Part>>,
  stated: Part,
  pointer: string,
): { part: Part; pointer: string } {
  if (!stated.$ref) return { part: stated, pointer }
  const found = parts[nameOf(stated.$ref)]
  if (!found) throw new Error(`the contract refers to no such part: ${stated.$ref}`)
  return { part: found, pointer: stated.$ref }
}

/** A schema with what it refers to. What stands beside a reference wins. */
export function wholeSchema(document: ContractDocument, given: Schema): Schema {
  const { $ref, ...own } = given
  if (!$ref) return given
  const { part } = placed(document.components.schemas, given, '')
  return { ...wholeSchema(document, part), ...own }
}

/** The first example of a body; undefined if it has none. */
export function exampleOf({ components }: ContractDocument, media: Media): unknown {
  if (media.example !== undefined) return media.example
  const [first] = Object.values(media.examples ?? {})
  return first?.$ref ? components.examples[nameOf(first.$ref)]?.value : first?.value
}
