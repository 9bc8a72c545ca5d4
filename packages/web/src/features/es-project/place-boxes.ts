import type { PlaceBoxes } from '@xinchu/validators'
import { sharedLoad } from '../../lib/shared-load.ts'

/** Boxes of divisions for hints. Without them a form works as before, and the server gives the hint. */
export const placeBoxes = sharedLoad<PlaceBoxes>(
  async () => (await import('@xinchu/validators/place-boxes')).placeBoxes,
  () => undefined,
)
