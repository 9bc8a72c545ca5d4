import { BY_NATION } from '../flow/report-flows.ts'
import type { Stages } from '../flow/way.ts'

/** What a province reports goes directly to the nation. */
export const PROVINCIAL_FLOW = BY_NATION

export const PROVINCIAL_STAGES: Stages = { authorName: '省', endName: '归档' }
