import type { UnsavedChange, UnsavedChanged, UnsavedContent, UnsavedList } from '@xinchu/sdk'
import type { Place } from './model.ts'
import type { Failure } from './sender.ts'

/** The platform's copies of one account. */
export interface Platform {
  list(): Promise<UnsavedList>
  values(place: Place): Promise<UnsavedContent>
  save(change: UnsavedChange): Promise<UnsavedChanged>
  remove(place: Place & { seen: number }): Promise<void>
  failureOf(error: unknown): { failure: Failure; afterMs?: number | undefined }
}
