import type { components } from '@xinchu/contract/schema'
import type { ReadingMap } from '@xinchu/validators/reading/table'

/** Digests of a row of headings: one whatever the order of the columns, one for this order alone. */
export interface HeadingKeys {
  moving: string
  fixed: string
}

/** A map that an office keeps for the headings of its files. */
export interface SavedMap {
  key: string
  map: ReadingMap
  /** The day on which it was saved. */
  day: string
}

type Reading = components['schemas']['ImportReading']

/** How a file was understood, as it is kept for its batch. */
export interface StoredReading extends Pick<Reading, 'sheets' | 'columns' | 'questions' | 'notes'> {
  map: ReadingMap
  /** The keys under which an office may keep the map. */
  keys: HeadingKeys
  /** The map of the office that the file was read by. */
  saved?: SavedMap
}
