export { type HeadingField, HeadingNames, headingParts, type NamedField } from './headings.ts'
export { type OtherRow, otherRow } from './row-kind.ts'
