export {
  type HeadingField,
  HeadingNames,
  headingParts,
  type LikelyField,
  type NamedField,
} from './headings.ts'
export { type ChosenColumn, type MapFaults, mapFaults } from './map-faults.ts'
export {
  type MapColumn,
  MappedColumns,
  mapKey,
  type ReadingMap,
  toReadingMap,
} from './reading-map.ts'
export { type OtherRow, otherRow } from './row-kind.ts'
