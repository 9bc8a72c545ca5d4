import type { BulletinPlace } from '../../statistics/figure-place.ts'
import type { Annexes } from './annexes.ts'
import type { BulletinFigures } from './figures.ts'
import { type BulletinBlock, raised, type Words } from './model.ts'
import type { Source, Sources } from './sources.ts'

export type SourceName =
  | 'now'
  | 'before'
  | 'lastYear'
  | 'years'
  | 'durations'
  | 'durationsLastYear'
  | 'groups'
  | 'groupsLastYear'
  | 'places'
  | 'placesLastYear'
  | 'usage'
  | 'usageBefore'
  | 'usageLastYear'
  | 'scenarios'
  | 'usagePlaces'

export interface Writing {
  place: BulletinPlace
  figures: BulletinFigures
  sources: Sources
  annexes: Annexes
  from: Readonly<Record<SourceName, Source>>
}

export const text = (words: Words): BulletinBlock => ({ kind: 'text', words: raised(words) })
export const plain = (caption: string): Words => [{ text: caption }]
